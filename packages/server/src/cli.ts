#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { foundFirstCompany } from './cli/found-company.ts'
import { withDatabase } from './cli/with-database.ts'
import { readConfig } from './config.ts'
import { systemClock } from './platform/clock.ts'
import { createLogger } from './platform/logger.ts'
import { messageOf, StartError } from './platform/start-error.ts'

const usage = `Usage:
  millwatch company create NAME --admin EMAIL [--timezone ZONE]
      Makes a company and its superuser, and prints the first password, once. The zone is IANA's, as Europe/Zurich;
      UTC unless given.

It works on the installation that MILLWATCH_DATA or DATABASE_URL name, whether its server runs or not.`

async function createCompany(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { admin: { type: 'string' }, timezone: { type: 'string', default: 'UTC' } },
  })
  const [name] = positionals
  if (name === undefined || positionals.length > 1 || values.admin === undefined) throw new StartError(usage)
  const wanted = { name, email: values.admin, timezone: values.timezone }
  const config = readConfig(process.env, [])
  const logger = createLogger({ level: 'error' })
  const say = (line: string) => console.error(line)
  const { companyId, password } = await withDatabase({ config, clock: systemClock, logger, say }, (database) =>
    foundFirstCompany({ database, clock: systemClock }, wanted),
  )
  console.log(`Company "${name}" (${companyId}) is made, with ${values.admin} as its superuser.`)
  if (password === undefined) console.log('This person is known already and signs in as before.')
  else console.log(`First password, shown this once: ${password}`)
}

async function run([subject, verb, ...rest]: string[]): Promise<void> {
  if (subject === 'company' && verb === 'create') return createCompany(rest)
  if (subject === undefined || subject === 'help' || subject === '--help') return console.log(usage)
  throw new StartError(usage)
}

run(process.argv.slice(2)).catch((error: unknown) => {
  const plain = error instanceof StartError || (error instanceof TypeError && 'code' in error)
  console.error(plain ? messageOf(error) : error)
  process.exitCode = 1
})
