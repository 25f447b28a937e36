import { isTimeZone } from '@millwatch/domain/time'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import { allow } from '../../platform/policy.ts'
import { findOrgUnit, type OrgUnitRow } from './queries.ts'
import { changeOrgUnit, insertOrgUnit } from './store.ts'

/** Every unit but the root. */
const unitTypeId = 2

/** The unit of this id, in the caller's company. */
export async function getOrgUnit(ctx: Ctx, id: number): Promise<OrgUnitRow> {
  const unit = await findOrgUnit(ctx, id)
  if (!unit) throw new NotFound()
  return unit
}

/** A unit that something may be put under. */
export async function getParent(ctx: Ctx, id: number): Promise<OrgUnitRow> {
  const parent = await getOrgUnit(ctx, id)
  if (!parent.active) throw new Conflict('parent_inactive')
  return parent
}

export async function createOrgUnit(ctx: Ctx, unit: { name: string; parentId: number }): Promise<OrgUnitRow> {
  allow(ctx.actor, 'org_unit.create')
  const { name } = unit
  const { id: parentId } = await getParent(ctx, unit.parentId)
  const id = await insertOrgUnit(ctx, { name, parentId, typeId: unitTypeId })
  await recordAudit(ctx, { operation: 'org_unit.create', subject: `org_unit/${id}`, after: { name, parentId } })
  return getOrgUnit(ctx, id)
}

export interface OrgUnitChange {
  readonly name?: string | undefined
  /** IANA name; null: that of the nearest unit above that has one. */
  readonly timezone?: string | null | undefined
}

export async function updateOrgUnit(ctx: Ctx, id: number, { name, timezone }: OrgUnitChange): Promise<OrgUnitRow> {
  allow(ctx.actor, 'org_unit.update')
  const before = await getOrgUnit(ctx, id)
  if (typeof timezone === 'string' && !isTimeZone(timezone)) throw new Invalid('body/timezone is not a time zone')
  const change = {
    ...(name === undefined || name === before.name ? {} : { name }),
    ...(timezone === undefined || timezone === before.timeZone ? {} : { timezone }),
  }
  if (Object.keys(change).length === 0) return before
  await changeOrgUnit(ctx, id, change)
  const was = { name: before.name, timezone: before.timeZone }
  await recordAudit(ctx, { operation: 'org_unit.update', subject: `org_unit/${id}`, before: was, after: change })
  return getOrgUnit(ctx, id)
}
