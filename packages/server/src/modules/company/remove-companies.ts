import { HOUR_MS } from '@millwatch/domain/time'
import type { Needs } from '../../platform/calls/needs.ts'
import { type Repetition, repeat } from '../../platform/repeat.ts'
import { companiesToRemove, removeCompany } from '../identity/index.ts'

/**
 * Removes all data of each company whose days of grace have passed, and its people who are in no other company and invited by
 * none, and logs the number of rows by table. If one removal fails, that is logged and the others go on. Rejects when the due
 * companies cannot be read.
 */
export async function removeDueCompanies({
  database,
  clock,
  logger,
}: Pick<Needs, 'database' | 'clock' | 'logger'>): Promise<void> {
  const now = clock.now()
  for (const companyId of await companiesToRemove(database, now)) {
    try {
      const removed = await removeCompany(database, companyId, now)
      const rows = Object.fromEntries(removed.map(({ table, rows }) => [table, rows]))
      logger.info({ companyId, rows }, 'A company was removed because its time of grace is over')
    } catch (error) {
      // Another server may have been faster, or its deletion was taken back just now.
      logger.warn({ err: error, companyId }, 'A company could not be removed')
    }
  }
}

/** Starts to call `removeDueCompanies` once an hour, first after an hour; failures are logged. */
export function startRemovingCompanies(deps: Pick<Needs, 'database' | 'clock' | 'logger'>): Repetition {
  const failed = (error: unknown) => deps.logger.warn({ err: error }, 'Companies due for removal could not be read')
  return repeat(() => removeDueCompanies(deps), { everyMs: HOUR_MS, failed })
}
