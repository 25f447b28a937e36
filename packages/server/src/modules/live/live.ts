import { roomOfCompany, roomOfEquipment, roomOfOrgUnit, roomOfUser } from '@millwatch/contract/live'
import { ancestorsOf, treeOf } from '@millwatch/domain/tree'
import type { Clock } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/index.ts'
import { REFRESH_CHANNEL } from '../../platform/directory/index.ts'
import type { Logger } from '../../platform/logger.ts'
import { CHANGED_CHANNEL, readChange } from '../../platform/sockets/changed.ts'
import type { Sockets } from '../../platform/sockets/server.ts'
import { allUnits, equipmentByIds } from '../tree/index.ts'
import { Coalescer } from './coalesce.ts'
import { watchDevices } from './devices.ts'
import { decodeHints, type Hint, LIVE_CHANNEL } from './hint.ts'
import { sayJob } from './jobs.ts'
import { sayHint } from './present.ts'
import { internalRoom } from './rooms.ts'

export interface LiveDeps {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly sockets: Pick<Sockets, 'emit' | 'emitToAll' | 'isOccupied' | 'isAnyOccupied' | 'occupied' | 'recheck'>
}

/** A unit's room hears of a machine at most so often. */
const unitEveryMs = 250

/**
 * Hears what any server committed and says it to the rooms of this one: machines' rooms at once, units' rooms at most
 * every 250 ms with the last word. Nothing is done for rooms nobody is in. The result stops it.
 */
export async function startLive(deps: LiveDeps): Promise<() => Promise<void>> {
  const { database, clock, logger, sockets } = deps
  const ofCompany = new Map<number, Coalescer>()
  const within = <T>(companyId: number, work: (ctx: Ctx) => Promise<T>) =>
    database.inCompany(companyId, (tx) => work({ companyId, actor: { kind: 'system' }, tx, clock }))
  const hear = (payload: string) => {
    const { companyId, machines, jobs } = decodeHints(payload)
    for (const job of jobs) {
      sayJob(sockets, within, companyId, job).catch((error) => {
        logger.warn({ err: error }, 'The room of a job could not be told')
        sockets.emitToAll('resync')
      })
    }
    for (const [id, hint] of machines) sayToMachine(deps, companyId, id, hint)
    if (machines.length === 0) return
    if (!sockets.isAnyOccupied(`c${companyId}:o`)) return void forget(ofCompany, companyId)
    const units = ofCompany.get(companyId) ?? new Coalescer(unitEveryMs, (hints) => tellUnits(deps, companyId, hints))
    ofCompany.set(companyId, units)
    for (const [id, hint] of machines) units.add(id, hint)
    units.ready()
  }
  const stop = await database.listen(
    LIVE_CHANNEL,
    (payload) => {
      try {
        hear(payload)
      } catch (error) {
        logger.error({ err: error }, 'A live hint could not be passed on')
      }
    },
    () => sockets.emitToAll('resync'),
  )
  const stopChanges = await database.listen(
    CHANGED_CHANNEL,
    (payload) => sayChange(deps, payload),
    () => sockets.recheck(),
  )
  // Whoever missed it sees a new release within a quarter of an hour by themselves.
  const stopRefresh = await database.listen(
    REFRESH_CHANNEL,
    () => sockets.emitToAll('refresh'),
    () => undefined,
  )
  const stopDevices = watchDevices(deps)
  return async () => {
    stopDevices()
    for (const id of [...ofCompany.keys()]) forget(ofCompany, id)
    await Promise.all([stop(), stopChanges(), stopRefresh()])
  }
}

/** What changed may have closed a room to somebody: that is seen to before anything else is said there. */
function sayChange({ sockets }: LiveDeps, payload: string): void {
  const { companyId, what, userId } = readChange(payload)
  sockets.recheck()
  const room = userId === undefined ? roomOfCompany(companyId) : roomOfUser(userId)
  sockets.emit(internalRoom(companyId, room), 'changed', { room, what })
}

function forget(ofCompany: Map<number, Coalescer>, companyId: number): void {
  ofCompany.get(companyId)?.stop()
  ofCompany.delete(companyId)
}

function sayToMachine({ sockets }: LiveDeps, companyId: number, id: number, hint: Hint): void {
  const room = roomOfEquipment(id)
  const internal = internalRoom(companyId, room)
  if (sockets.isOccupied(internal)) sayHint(sockets.emit, internal, room, id, hint)
}

async function tellUnits(deps: LiveDeps, companyId: number, hints: ReadonlyMap<number, Hint>): Promise<void> {
  const { database, clock, logger, sockets } = deps
  if (!sockets.isAnyOccupied(`c${companyId}:o`)) return
  try {
    const unitsOf = await database.inCompany(companyId, (tx) =>
      unitsAbove({ companyId, actor: { kind: 'system' }, tx, clock }, [...hints.keys()]),
    )
    for (const [id, hint] of hints)
      for (const unitId of unitsOf.get(id) ?? []) sayToUnit(deps, companyId, unitId, id, hint)
  } catch (error) {
    // What these rooms miss they must read again.
    logger.warn({ err: error }, 'Units could not be told')
    sockets.emitToAll('resync')
  }
}

function sayToUnit({ sockets }: LiveDeps, companyId: number, unitId: number, id: number, hint: Hint): void {
  const room = roomOfOrgUnit(unitId)
  const internal = internalRoom(companyId, room)
  if (sockets.isOccupied(internal)) sayHint(sockets.emit, internal, room, id, hint)
}

/** Where machines stand now, at the moment of telling: one that was moved is heard at its new place only, an archived one nowhere. */
async function unitsAbove(ctx: Ctx, equipmentIds: readonly number[]): Promise<Map<number, number[]>> {
  const tree = treeOf(await allUnits(ctx))
  const machines = await equipmentByIds(ctx, equipmentIds)
  return new Map(
    machines
      .filter((one) => one.active)
      .map(({ equipment_id, parent_org_unit_id: parentId }) => [
        equipment_id,
        [parentId, ...ancestorsOf(tree, parentId).map((unit) => unit.id)],
      ]),
  )
}
