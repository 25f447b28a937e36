import { roomOfCompany, roomOfEquipment, roomOfOrgUnit, roomOfUser } from '@millwatch/contract/live'
import { ancestorsOf, treeOf } from '@millwatch/domain/tree'
import type { Clock } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/index.ts'
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
import { REFRESH_CHANNEL } from './store-directory.ts'

export interface LiveDeps {
  readonly database: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly sockets: Pick<Sockets, 'emit' | 'emitToAll' | 'isOccupied' | 'isAnyOccupied' | 'occupied' | 'recheck'>
}

/** Shortest interval between messages about a machine to the room of a unit. */
const unitEveryMs = 250

/**
 * Receives notifications of all servers' commits and publishes them to the rooms of this server. Rooms of machines get
 * them at once; rooms of units at most every 250 ms, with the latest values. Rooms without sockets cost nothing.
 * Returns a function that stops it.
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
    for (const [id, hint] of machines) publishToMachine(deps, companyId, id, hint)
    if (machines.length === 0) return
    if (!sockets.isAnyOccupied(`c${companyId}:o`)) return void forget(ofCompany, companyId)
    const units =
      ofCompany.get(companyId) ?? new Coalescer(unitEveryMs, (hints) => publishToUnits(deps, companyId, hints))
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
    (payload) => publishChange(deps, payload),
    () => sockets.recheck(),
  )
  // A page that misses the message finds a new release by itself within a quarter of an hour.
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

/**
 * Publishes that data of a company or user changed. First checks all sockets again, as the change may end somebody's
 * access to a room.
 */
function publishChange({ sockets }: LiveDeps, payload: string): void {
  const { companyId, what: subject, userId } = readChange(payload)
  sockets.recheck()
  const room = userId === undefined ? roomOfCompany(companyId) : roomOfUser(userId)
  sockets.emit(internalRoom(companyId, room), 'changed', { room, what: subject })
}

function forget(ofCompany: Map<number, Coalescer>, companyId: number): void {
  ofCompany.get(companyId)?.stop()
  ofCompany.delete(companyId)
}

function publishToMachine({ sockets }: LiveDeps, companyId: number, id: number, hint: Hint): void {
  const room = roomOfEquipment(id)
  const internal = internalRoom(companyId, room)
  if (sockets.isOccupied(internal)) sayHint(sockets.emit, internal, room, id, hint)
}

async function publishToUnits(deps: LiveDeps, companyId: number, hints: ReadonlyMap<number, Hint>): Promise<void> {
  const { database, clock, logger, sockets } = deps
  if (!sockets.isAnyOccupied(`c${companyId}:o`)) return
  try {
    const unitsOf = await database.inCompany(companyId, (tx) =>
      unitsAbove({ companyId, actor: { kind: 'system' }, tx, clock }, [...hints.keys()]),
    )
    for (const [id, hint] of hints)
      for (const unitId of unitsOf.get(id) ?? []) publishToUnit(deps, companyId, unitId, id, hint)
  } catch (error) {
    // Pages in these rooms missed messages and must read the data again.
    logger.warn({ err: error }, 'Units could not be told')
    sockets.emitToAll('resync')
  }
}

function publishToUnit({ sockets }: LiveDeps, companyId: number, unitId: number, id: number, hint: Hint): void {
  const room = roomOfOrgUnit(unitId)
  const internal = internalRoom(companyId, room)
  if (sockets.isOccupied(internal)) sayHint(sockets.emit, internal, room, id, hint)
}

/**
 * Returns the units above each active machine at this moment. A moved machine is published only in its new units, an
 * archived one in none.
 */
async function unitsAbove(ctx: Ctx, equipmentIds: readonly number[]): Promise<Map<number, number[]>> {
  const tree = treeOf(await allUnits(ctx))
  const machines = await equipmentByIds(ctx, equipmentIds)
  return new Map(
    machines
      .filter((machine) => machine.active)
      .map(({ equipment_id, parent_org_unit_id: parentId }) => [
        equipment_id,
        [parentId, ...ancestorsOf(tree, parentId).map((unit) => unit.id)],
      ]),
  )
}
