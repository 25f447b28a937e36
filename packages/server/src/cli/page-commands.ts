import { parseArgs } from 'node:util'
import { askRefresh } from '../modules/live/index.ts'
import { toIso } from '../platform/http/instants.ts'
import { type Command, idOf } from './company-commands.ts'
import { requireInstant } from './instant.ts'
import { notifyCompanies } from './notify-companies.ts'

const text = { type: 'string' } as const

const notify: Command = async (commanding, args) => {
  const { values } = parseArgs({ args, options: { title: text, detail: text, from: text, company: text } })
  const { title, detail } = values
  if (title === undefined || detail === undefined) return commanding.misused()
  const from = values.from === undefined ? undefined : requireInstant(values.from)
  const companyId = values.company === undefined ? undefined : idOf(commanding, values.company)
  const { clock } = commanding
  const companies = await commanding.withDatabase((database) =>
    notifyCompanies({ database, clock }, { title, detail, from, companyId }),
  )
  const since = from === undefined || from <= clock.now() ? 'now' : `from ${toIso(from)} on`
  commanding.print(
    `${companies === 1 ? '1 company' : `${companies} companies`} told: ${JSON.stringify(title)}, ${since}.`,
  )
}

const refresh: Command = async ({ withDatabase, print, misused }, args) => {
  if (args.length > 0) return misused()
  await withDatabase(askRefresh)
  print('Every open page is loaded again, each within the next two minutes.')
}

/** Commands of the operator that notify people and reload open pages. */
export const pageCommands: Readonly<Record<string, Command>> = { notify, refresh }
