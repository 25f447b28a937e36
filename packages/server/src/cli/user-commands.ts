import { parseArgs } from 'node:util'
import type { Role } from '@millwatch/domain/identity'
import { type Command, idOf, only } from './company-commands.ts'
import { createMember, endFactorOf, resetMember } from './people.ts'

const text = { type: 'string' } as const
const isRole = (word: string): word is Role => word === 'user' || word === 'admin' || word === 'superuser'

const create: Command = async (commanding, args) => {
  const options = { company: text, role: { ...text, default: 'user' }, first: text, last: text }
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const typed = only(commanding, positionals)
  const { role, first: firstName = '', last: lastName = '' } = values
  if (!isRole(role)) return commanding.misused()
  const companyId = idOf(commanding, values.company)
  const { email, password } = await commanding.withDatabase((database) =>
    createMember({ database, clock: commanding.clock }, { companyId, email: typed, role, firstName, lastName }),
  )
  commanding.print(`${email} is a member of company ${companyId}, as ${role}.`)
  if (password === undefined) commanding.print('This person is known already and signs in as before.')
  else commanding.print(`First password, shown this once: ${password}`)
}

const reset: Command = async (commanding, args) => {
  const email = only(commanding, args)
  const password = await commanding.withDatabase((database) =>
    resetMember({ database, clock: commanding.clock }, email),
  )
  commanding.print(`All sessions of ${email} have ended. The password below is for one sign-in, and changed there.`)
  commanding.print(`Password, shown this once: ${password}`)
}

const endFactor: Command = async (commanding, args) => {
  const email = only(commanding, args)
  await commanding.withDatabase((database) => endFactorOf({ database, clock: commanding.clock }, email))
  commanding.print(`${email} signs in with the password alone now, and gets a mail about it. Their sessions go on.`)
}

export const userCommands: Readonly<Record<string, Command>> = { create, reset, 'second-factor-off': endFactor }
