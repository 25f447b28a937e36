import { randomUUID } from 'node:crypto'
import { isTimeZone } from '@millwatch/domain/time'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Needs } from '../../platform/calls/needs.ts'
import { systemCtx } from '../../platform/ctx.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import { createDevice } from '../devices/index.ts'
import {
  foundCompany,
  hasOtherCompany,
  insertMembership,
  insertUser,
  type Opened,
  type Origin,
  openPersonSession,
  type PersonSession,
  proveEmail,
} from '../identity/index.ts'
import { type MemberRecord, readNewMember, type TypedMember } from '../members/index.ts'
import { createEquipment, requireName } from '../tree/index.ts'
import { checkSetupCode, takeSetupCode } from './setup-code.ts'

export interface TypedSetup {
  readonly code: string
  readonly companyName: string
  readonly timezone: string
  readonly machineName: string
  readonly person: TypedMember
}

export interface SetUp {
  readonly opened: Opened<PersonSession>
  readonly equipmentId: number
  readonly deviceUuid: string
  /** Key of the new device, its MQTT password. It is returned only here and cannot be read again. */
  readonly deviceKey: string
}

type Made = Omit<SetUp, 'opened'> & { readonly userId: number; readonly companyId: number }

/**
 * Makes the first company, its superuser, a machine and its device in one transaction, uses the set-up code up, and signs the
 * superuser in. The device key is returned only this once. 404 when there is a company already or no set-up code, 400 for a wrong
 * code or invalid data.
 */
export async function setUp(
  deps: Pick<Needs, 'database' | 'clock' | 'signingKey' | 'passwordPolicy'>,
  typed: TypedSetup,
  origin: Origin,
): Promise<SetUp> {
  await checkSetupCode(deps, typed.code)
  const name = requireName(typed.companyName.trim())
  const machineName = requireName(typed.machineName.trim())
  const { timezone } = typed
  if (!isTimeZone(timezone)) throw new Invalid('body/timezone is not a time zone')
  const person = await readNewMember(typed.person, { policy: deps.passwordPolicy, canMail: false })
  const { userId, companyId, ...made } = await make(deps, { ...typed, name, timezone, machineName }, person)
  const opened = await openPersonSession(deps, { userId, companyId, role: 'superuser' }, origin)
  return { ...made, opened }
}

async function make(
  deps: Pick<Needs, 'database' | 'clock' | 'signingKey' | 'passwordPolicy'>,
  input: { code: string; name: string; timezone: string; machineName: string },
  person: MemberRecord,
): Promise<Made> {
  const { database, clock } = deps
  const { name, timezone, machineName } = input
  const createdAt = clock.now()
  return foundCompany(database, { name, timezone, createdAt }, async (tx, { companyId, rootOrgUnitId }) => {
    await takeSetupCode(tx, deps, input.code)
    // Made on the command line a moment ago.
    if (await hasOtherCompany(tx, companyId)) throw new NotFound()
    const userId = await insertUser(tx, { ...person, mustChangePassword: false, createdAt })
    if (userId === undefined) throw new Invalid('body/username is known already')
    await insertMembership(tx, { companyId, userId, role: 'superuser', createdAt })
    await proveEmail(tx, userId, createdAt)
    const ctx = systemCtx(companyId, tx, clock)
    const after = { name, timezone, username: person.email }
    await recordAudit(ctx, { operation: 'setup.create', subject: `company/${companyId}`, after })
    const { equipmentId } = await createEquipment(ctx, { name: machineName, parentId: rootOrgUnitId })
    const deviceUuid = randomUUID()
    const { key: deviceKey } = await createDevice(ctx, deps, {
      uuid: deviceUuid,
      equipmentId,
      isPrimary: true,
      active: true,
    })
    return { userId, companyId, equipmentId, deviceUuid, deviceKey }
  })
}
