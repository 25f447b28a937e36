import { type Command, type Commanding, companyCommands, flags } from '@millwatch/server/cli/company-commands'
import { keysCommands } from '@millwatch/server/cli/keys'
import { pageCommands } from '@millwatch/server/cli/page-commands'
import { userCommands } from '@millwatch/server/cli/user-commands'
import type { InjectApp } from './inject-app.ts'

/**
 * Runs the `millwatch` command with these words on the database of a test and returns the lines it printed. Throws an error if
 * there is no such command, or if the command is misused or refused.
 */
export async function millwatch({ db, clock }: InjectApp, ...[subject = '', ...args]: string[]): Promise<string[]> {
  const lines: string[] = []
  const commanding: Commanding = {
    clock,
    withDatabase: (work) => work(db.database),
    print: (line) => void lines.push(line),
    misused() {
      throw new Error('misused')
    },
  }
  const sets: Readonly<Record<string, Readonly<Record<string, Command>>>> = {
    company: companyCommands,
    user: userCommands,
    keys: keysCommands,
  }
  const [verb = '', ...rest] = args
  // Commands of one word.
  const short = subject === 'flags' ? flags : pageCommands[subject]
  const command = short ?? sets[subject]?.[verb]
  if (!command) throw new Error(`No command ${subject} ${verb}`)
  await command(commanding, short ? args : rest)
  return lines
}
