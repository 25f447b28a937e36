import * as rights from '@millwatch/contract/other-operations'
import { type GuardedCall, may } from '@millwatch/domain/identity'
import type { Ctx } from '../../platform/ctx.ts'
import type { Subject } from '../../platform/http/page-of-kiosk.ts'
import { jobsThere } from '../../platform/jobs/index.ts'
import { devicesByIds } from '../devices/index.ts'
import { allUnits, equipmentByIds } from '../tree/index.ts'

const shape = /^(company|admins|user|o|e|device|job):([1-9][0-9]{0,14})$/

type Kind = 'company' | 'admins' | 'user' | 'o' | 'e' | 'device' | 'job'

const rightToJoin: Readonly<Record<Kind, GuardedCall>> = {
  company: rights.joinCompany,
  admins: rights.joinAdmins,
  user: rights.joinUser,
  o: rights.joinOrgUnit,
  e: rights.joinEquipment,
  device: rights.joinDevice,
  job: rights.joinJob,
}

/**
 * Returns the name under which a room exists inside the server. It contains the company id, so that a client's room
 * name never reaches another company.
 */
export const internalRoom = (companyId: number, room: string) => `c${companyId}:${room}`

/**
 * Returns, by name, the internal names of those rooms that the actor may join now. Left out are malformed and unknown rooms,
 * kinds of rooms without the right to join, archived machines, rooms of another company or person, and for a display rooms
 * outside its page.
 */
export async function openRooms(
  ctx: Ctx,
  rooms: readonly string[],
  mayReach: (subject: Subject) => Promise<boolean>,
): Promise<Map<string, string>> {
  const open = new Map<string, string>()
  for (const [kind, ids] of Map.groupBy(rooms.flatMap(read), ([kind]) => kind)) {
    if (!may(ctx.actor, rightToJoin[kind])) continue
    const there = await idsThere(
      ctx,
      kind,
      ids.map(([, id]) => id),
    )
    for (const id of there) {
      if (kind === 'e' && !(await mayReach({ kind: 'equipment', id }))) continue
      if (kind === 'o' && !(await mayReach({ kind: 'org_unit', id }))) continue
      open.set(`${kind}:${id}`, internalRoom(ctx.companyId, `${kind}:${id}`))
    }
  }
  return open
}

function read(room: string): [Kind, number][] {
  const [, kind, id] = shape.exec(room) ?? []
  return kind === undefined ? [] : [[kind as Kind, Number(id)]]
}

async function idsThere(ctx: Ctx, kind: Kind, ids: readonly number[]): Promise<number[]> {
  switch (kind) {
    case 'company':
    case 'admins':
      return ids.filter((id) => id === ctx.companyId)
    case 'user':
      return ids.filter((id) => ctx.actor.kind === 'user' && ctx.actor.userId === id)
    case 'e':
      return (await equipmentByIds(ctx, ids)).filter((machine) => machine.active).map((machine) => machine.equipmentId)
    case 'o': {
      const units = new Set((await allUnits(ctx)).map((unit) => unit.id))
      return ids.filter((id) => units.has(id))
    }
    case 'device':
      return (await devicesByIds(ctx, ids)).map((device) => device.deviceId)
    case 'job':
      return jobsThere(ctx, ids)
  }
}
