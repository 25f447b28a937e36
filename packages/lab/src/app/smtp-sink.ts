import { createServer, type Socket } from 'node:net'

/** Mail that the sink received: its envelope addresses, headers, texts and attached files. */
export interface Arrived {
  readonly from: string
  readonly to: readonly string[]
  /** Unfolded header lines by name in lower case. */
  readonly headers: ReadonlyMap<string, string>
  /** Plain text of the mail; empty if a mail in several parts has no plain text. */
  readonly body: string
  /** HTML text of the mail; null if it has none. */
  readonly html: string | null
  readonly files: readonly { readonly name: string; readonly content: string }[]
  /** Whole mail as transferred, lines separated by CRLF, without the dots added for transparency. */
  readonly raw: string
}

/**
 * Function that picks the answer of the sink to a received line: `CONNECT` at the start, and only `.` for all lines of a mail
 * text. Undefined gives the usual answer, null gives none.
 */
export type Manners = (line: string) => string | null | undefined

export interface SmtpSink {
  readonly url: string
  readonly arrived: Arrived[]
  /**
   * Replaces the function that picks the answers, from now on. A line that it answers itself, or leaves unanswered, has no other
   * effect.
   */
  behave(manners: Manners): void
  /** Number of connections opened so far. */
  connections(): number
  close(): Promise<void>
}

const usual: Record<string, string> = {
  EHLO: '250-sink.example\r\n250 8BITMIME',
  HELO: '250 sink.example',
  MAIL: '250 ok',
  RCPT: '250 ok',
  RSET: '250 ok',
  NOOP: '250 ok',
  DATA: '354 go on',
  QUIT: '221 bye',
}

/** Starts a small SMTP server on a free loopback port. It keeps every mail that it accepts in `arrived`, in order of arrival. */
export async function smtpSink(): Promise<SmtpSink> {
  const arrived: Arrived[] = []
  const sockets = new Set<Socket>()
  let manners: Manners = () => undefined
  let opened = 0
  const server = createServer((socket) => {
    opened++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    converse(socket, arrived, (line) => manners(line))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    arrived,
    behave: (other) => {
      manners = other
    },
    connections: () => opened,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((closed) => server.close(() => closed()))
    },
  }
}

function converse(socket: Socket, arrived: Arrived[], manners: Manners): void {
  let pending = ''
  let from = ''
  let to: string[] = []
  let text: string[] | null = null
  const say = (line: string, otherwise: string) => {
    const answer = manners(line)
    if (answer !== null) socket.write(`${answer ?? otherwise}\r\n`)
    return answer === undefined
  }
  const take = (line: string) => {
    if (text !== null) {
      if (line !== '.') return void text.push(line.replace(/^\./, ''))
      const raw = text.join('\r\n')
      text = null
      if (say('.', '250 taken')) arrived.push({ from, to, raw, ...readMail(raw) })
      to = []
      return
    }
    const word = line.slice(0, 4).toUpperCase()
    const isUsual = say(line, usual[word] ?? '500 what?')
    if (!isUsual) return
    if (word === 'MAIL') from = /<(.*)>/.exec(line)?.[1] ?? ''
    if (word === 'RCPT') to.push(/<(.*)>/.exec(line)?.[1] ?? '')
    if (word === 'RSET') to = []
    if (word === 'DATA') text = []
    if (word === 'QUIT') socket.end()
  }
  socket.setEncoding('utf8')
  socket.on('data', (chunk) => {
    pending += chunk
    for (let at = pending.indexOf('\r\n'); at >= 0; at = pending.indexOf('\r\n')) {
      const line = pending.slice(0, at)
      pending = pending.slice(at + 2)
      take(line)
    }
  })
  say('CONNECT', '220 sink.example')
}

/**
 * Splits a transferred mail into its headers, its plain text (the text of the only part, of any type; empty if several parts have
 * none), its HTML text (null if none) and its attachments.
 */
export function readMail(raw: string): Pick<Arrived, 'headers' | 'body' | 'html' | 'files'> {
  const parts = partsOf(raw)
  const ofType = (type: string) =>
    parts.find((part) => headersOf(part).get('content-type')?.startsWith(type) && !isFile(part))
  const [text, html] = [ofType('text/plain'), ofType('text/html')]
  return {
    headers: headersOf(raw),
    body: contentOf(text ?? (parts.length === 1 ? raw : '')),
    html: html === undefined ? null : contentOf(html),
    files: parts.filter(isFile).map((part) => ({ name: fileNameOf(part), content: contentOf(part) })),
  }
}

const isFile = (part: string) => headersOf(part).get('content-disposition')?.startsWith('attachment') ?? false
const fileNameOf = (part: string) =>
  /filename="?([^";]+)"?/.exec(headersOf(part).get('content-disposition') ?? '')?.[1] ?? ''

/** Returns the innermost MIME parts of a mail, in their order; a mail without a boundary is its own only part. */
function partsOf(raw: string): string[] {
  const boundary = /boundary="?([^";]+)"?/.exec(headersOf(raw).get('content-type') ?? '')?.[1]
  if (boundary === undefined) return [raw]
  return raw
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => partsOf(part.replace(/^\r\n/, '').replace(/\r\n$/, '')))
}

/**
 * Returns the unfolded and decoded headers of a mail or of a MIME part, by name in lower case. Of a repeated header the last
 * value is kept.
 */
function headersOf(raw: string): ReadonlyMap<string, string> {
  const lines = raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  return new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      decoded(line.slice(line.indexOf(':') + 1).trim()),
    ]),
  )
}

const contentOf = (raw: string): string =>
  bodyOf(raw.slice(raw.indexOf('\r\n\r\n') + 4), headersOf(raw).get('content-transfer-encoding'))

function bodyOf(coded: string, encoding: string | undefined): string {
  if (encoding === 'base64') return Buffer.from(coded, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? fromQuoted(coded.replace(/=\r\n/g, '')) : coded
}

const fromQuoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()

/**
 * Decodes the UTF-8 encoded words (base64 and quoted) in the value of a header, and removes the white space after each; all other
 * text stays as it is.
 */
const decoded = (value: string) =>
  value.replace(/=\?utf-8\?([bq])\?(.*?)\?=\s*/gi, (_, kind: string, text: string) =>
    kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64').toString() : fromQuoted(text.replace(/_/g, ' ')),
  )
