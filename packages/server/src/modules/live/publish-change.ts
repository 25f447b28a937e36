import { type ChangedMessage, roomOfEquipment, roomOfOrgUnit } from '@millwatch/contract/live'
import type { Ctx } from '../../platform/ctx.ts'
import type { Sockets } from '../../platform/sockets/server.ts'
import { type ChangedFact, concernsEveryPage, mayEndAccess, roomOfPeople, roomOfPerson } from './audience.ts'
import type { RecentNews } from './recent-news.ts'
import { internalRoom } from './rooms.ts'
import { unitsAbove } from './units-above.ts'

type Change = Omit<ChangedMessage, 'room'>

/** Returns the id of the subject of a fact: the number in its first field whose name ends with `Id`; null if it has none. */
function idOf(fact: ChangedFact): number | null {
  const [, id] = Object.entries(fact).find(([name]) => name.endsWith('Id')) ?? []
  return typeof id === 'number' ? id : null
}

const toChange = (fact: ChangedFact): Change => ({
  fact: fact.kind,
  equipment_ids: 'equipmentIds' in fact ? [...fact.equipmentIds] : [],
  org_unit_ids: 'orgUnitIds' in fact ? [...fact.orgUnitIds] : [],
  id: idOf(fact),
})

export interface Publishing {
  readonly news: Pick<RecentNews, 'changed'>
  readonly sockets: Pick<Sockets, 'emit' | 'occupied' | 'isOccupied' | 'isAnyOccupied' | 'recheck'>
  readonly within: <T>(companyId: number, work: (ctx: Ctx) => Promise<T>) => Promise<T>
}

/**
 * Publishes a change to the room of people (members or admins), to the room of the person it is about, and to the rooms of its
 * machines and units and of the units above its machines; a fact for every page goes to all rooms of machines and units instead.
 * In these, sockets that are also in the room of people get nothing, but the person may get the change twice. If the change may
 * end access, first starts a check of the sockets, without waiting for it.
 */
export async function publishChange(
  { news, sockets, within }: Publishing,
  companyId: number,
  fact: ChangedFact,
): Promise<void> {
  if (mayEndAccess(fact)) sockets.recheck()
  news.changed(companyId)
  const change = toChange(fact)
  const people = roomOfPeople(companyId, fact)
  const internalPeople = internalRoom(companyId, people)
  sockets.emit(internalPeople, 'changed', { room: people, ...change })
  const person = roomOfPerson(fact)
  if (person) sockets.emit(internalRoom(companyId, person), 'changed', { room: person, ...change })
  const publish = (room: string) => {
    const internal = internalRoom(companyId, room)
    if (sockets.isOccupied(internal))
      sockets.emit({ to: internal, except: internalPeople }, 'changed', { room, ...change })
  }
  if (concernsEveryPage(fact)) return pagesOf(sockets, companyId).forEach(publish)
  change.equipment_ids.map(roomOfEquipment).forEach(publish)
  change.org_unit_ids.map(roomOfOrgUnit).forEach(publish)
  if (change.equipment_ids.length === 0 || !sockets.isAnyOccupied(`c${companyId}:o`)) return
  const units = await within(companyId, (ctx) => unitsAbove(ctx, change.equipment_ids))
  new Set([...units.values()].flat().map(roomOfOrgUnit)).forEach(publish)
}

/** Returns the rooms of machines and units of a company that have sockets on this server, by the names that clients know. */
function pagesOf(sockets: Publishing['sockets'], companyId: number): string[] {
  const ofCompany = internalRoom(companyId, '')
  return [...sockets.occupied()].flatMap((name) => {
    const room = name.startsWith(ofCompany) ? name.slice(ofCompany.length) : ''
    return /^[eo]:/.test(room) ? [room] : []
  })
}
