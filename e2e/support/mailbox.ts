import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'

/**
 * Server that receives mail from the product and stores each mail in a file of `folder` for the specs. `close` also deletes the
 * folder.
 */
export interface Mailbox {
  readonly url: string
  readonly folder: string
  close(): Promise<void>
}

const answers: Readonly<Record<string, string>> = {
  EHLO: '250 mailbox.example',
  MAIL: '250 ok',
  RCPT: '250 ok',
  RSET: '250 ok',
  DATA: '354 go on',
  QUIT: '221 bye',
}

/**
 * Answers a client with the part of SMTP that sending mail needs, and calls `keep` with the last recipient and the text of each
 * mail.
 */
function converse(socket: Socket, keep: (recipient: string, text: string) => void): void {
  let [rest, recipient] = ['', '']
  let text: string[] | undefined
  socket.setEncoding('utf8').on('error', () => undefined)
  socket.write('220 mailbox.example\r\n')
  socket.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (text !== undefined && line !== '.') {
        text.push(line)
        continue
      }
      if (text !== undefined) keep(recipient, text.join('\n'))
      const verb = line.slice(0, 4).toUpperCase()
      recipient = /^RCPT TO:<([^>]+)>/i.exec(line)?.[1] ?? recipient
      socket.write(`${text === undefined ? (answers[verb] ?? '250 ok') : '250 kept'}\r\n`)
      text = text === undefined && verb === 'DATA' ? [] : undefined
    }
  })
}

export async function openMailbox(folder: string): Promise<Mailbox> {
  mkdirSync(folder, { recursive: true })
  const server: Server = createServer((socket) =>
    converse(socket, (recipient, text) => writeFileSync(join(folder, `${recipient}.${randomUUID()}`), text)),
  )
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The mailbox has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    folder,
    close: async () => {
      await new Promise<void>((closed) => void server.close(() => closed()).unref())
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Returns the texts of the mails to a recipient, with wrapped lines joined and `=3D` decoded, otherwise as sent, in no certain
 * order; empty if there are none.
 */
export function mailsTo(folder: string, recipient: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${recipient}.`))
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('=\n', '').replaceAll('=3D', '='))
}
