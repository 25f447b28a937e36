import type { Range } from '@millwatch/domain/time'
import { createFlow } from '../flow/index.ts'
import { askRebuild } from '../flow/rebuild.ts'
import { listCompanies } from '../modules/identity/index.ts'
import { allEquipment } from '../modules/tree/index.ts'
import type { Clock } from '../platform/clock.ts'
import { asSystem } from '../platform/ctx.ts'
import type { Database } from '../platform/db/index.ts'
import { toIso } from '../platform/http/instants.ts'
import { createLogger } from '../platform/logger.ts'
import { StartError } from '../platform/start-error.ts'
import { counted } from './counted.ts'

export interface Rebuilding {
  readonly database: Database
  readonly clock: Clock
  readonly progress: (line: string) => void
}

const AT_ONCE = 50

/**
 * Computes derived data (status, marks, rollups) of machines again from their events over a range (epoch ms), with a server
 * running on the database or not. Resolves to the number of machines when all is done, except rollups that such a server is
 * building at the moment. `among` null: all machines of every company; otherwise only these ids, of which unknown ones are
 * ignored.
 */
export async function rebuild(
  { database, clock, progress }: Rebuilding,
  range: Range,
  among: ReadonlySet<number> | null,
): Promise<number> {
  const logger = createLogger({ level: 'error' })
  const flow = createFlow({ database, clock, logger, hashKey: () => Buffer.alloc(0) })
  let machines = 0
  for (const { companyId, name } of await listCompanies(database)) {
    const all = await asSystem({ database, clock }, companyId, allEquipment)
    const ids = all.map((machine) => machine.equipmentId).filter((id) => among === null || among.has(id))
    for (let i = 0; i < ids.length; i += AT_ONCE) {
      const some = ids.slice(i, i + AT_ONCE)
      await asSystem({ database, clock }, companyId, (ctx) => askRebuild(ctx, some, range), { pool: 'jobs' })
      await flow.ensureCurrent(companyId, some)
      machines += some.length
      progress(`${name}: ${Math.min(i + AT_ONCE, ids.length)} of ${ids.length} machines are computed again`)
    }
  }
  progress('Building rollups')
  await flow.rollUp()
  return machines
}

/**
 * Returns the line that says how many machines `rebuild` computed again. Throws a start error if it was asked for the machine
 * `id` (null: for all) and there is none.
 */
export function describeRebuilt(machines: number, { from, to }: Range, id: number | null): string {
  if (machines === 0 && id !== null) throw new StartError(`There is no machine ${id}`)
  return `Recomputed ${counted(machines, 'machine')} from ${toIso(from)} to ${toIso(to)}.`
}
