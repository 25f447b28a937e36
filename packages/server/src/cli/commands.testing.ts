import type { InjectApp } from '../testing/inject-app.ts'
import { type Command, type Commanding, companyCommands, flags } from './company-commands.ts'
import { keysCommands } from './keys.ts'
import { pageCommands } from './page-commands.ts'
import { userCommands } from './user-commands.ts'

/**
 * Runs `millwatch ...` on the database of a test and returns the printed lines; throws if it was misused or refused.
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
  // Of one word.
  const short = subject === 'flags' ? flags : pageCommands[subject]
  const command = short ?? sets[subject]?.[verb]
  if (!command) throw new Error(`No command ${subject} ${verb}`)
  await command(commanding, short ? args : rest)
  return lines
}
