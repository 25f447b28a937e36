import { rotateFactorKey } from '../modules/identity/index.ts'
import { forgetPreviousKeys, rotateSigningKey } from '../platform/installation/store-directory.ts'
import type { Command } from './company-commands.ts'
import { counted } from './counted.ts'

const rotate: Command = async ({ clock, withDatabase, print, misused }, args) => {
  if (args.length > 0) return misused()
  const count = await withDatabase(async (database) => {
    await rotateSigningKey(database, clock.now())
    return rotateFactorKey(database)
  })
  print('There is a new signing key. Start every server again now: until then it goes on with the one before.')
  print('Sessions, displays, API keys and device keys stay as they are. Links and codes that are under way do not.')
  print(`${counted(count, 'secret')} of second factors encrypted with a new key; they stay valid.`)
}

const forget: Command = async ({ withDatabase, print, misused }, args) => {
  if (args.length > 0) return misused()
  const count = await withDatabase(forgetPreviousKeys)
  print(`${counted(count, 'signing key')} from before the last rotation forgotten. Start every server again now.`)
  if (count > 0)
    print('What was made by them is worth nothing then: sign in again, give displays, programs and devices new keys.')
}

/** Commands of the operator that rotate the signing key of the installation and forget earlier ones. */
export const keysCommands: Readonly<Record<string, Command>> = { rotate, forget }
