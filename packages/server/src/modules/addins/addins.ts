import { isEqual } from '@millwatch/domain/audit'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { requireName } from '../tree/index.ts'
import { originOfAddress, requireAddress } from './address.ts'
import {
  type AddinFields,
  type AddinRow,
  allAddins,
  deleteAddin,
  findAddin,
  holdAddin,
  insertAddin,
  updateAddin,
} from './store.ts'

const mostAddins = 20

/** Returns the add-in with this id in the caller's company; throws 404 when there is none. */
export async function getAddin(ctx: Ctx, addinId: number): Promise<AddinRow> {
  const addin = await findAddin(ctx, addinId)
  if (!addin) throw new NotFound()
  return addin
}

/**
 * Returns the origins of all add-ins of the company: those of their pages (`frames`) and of their icons (`images`),
 * duplicates included.
 */
export async function originsOfAddins(ctx: Ctx): Promise<{ frames: string[]; images: string[] }> {
  const addins = await allAddins(ctx)
  return {
    frames: addins.map(({ indexUrl }) => originOfAddress(indexUrl)),
    images: addins.flatMap(({ iconUrl }) => (iconUrl === null ? [] : [originOfAddress(iconUrl)])),
  }
}

/** Returns an add-in with its name and its addresses checked and in normal form. Throws 400 for an invalid name or address. */
function checked(addin: AddinFields): AddinFields {
  return {
    name: requireName(addin.name),
    iconUrl: addin.iconUrl === null ? null : requireAddress(addin.iconUrl),
    indexUrl: requireAddress(addin.indexUrl),
    equipmentEnabled: addin.equipmentEnabled,
    orgUnitEnabled: addin.orgUnitEnabled,
  }
}

/**
 * Creates an add-in, with audit entry and fact, and returns it. 400 for an invalid name or address, 409 for a company that has 20
 * already.
 */
export async function createAddin(ctx: Ctx, typed: AddinFields): Promise<AddinRow> {
  const fields = checked(typed)
  if ((await allAddins(ctx)).length >= mostAddins) throw new Conflict('addins_full')
  const addin = await insertAddin(ctx, fields)
  await recordAudit(ctx, { operation: 'addin.create', subject: `addin/${addin.addinId}`, after: fields })
  await stateFact(ctx, { kind: 'addin.changed', addinId: addin.addinId })
  return addin
}

/**
 * Changes an add-in, with audit entry and fact, and returns it; stores nothing when no value differs. 404 for an unknown add-in,
 * 400 for an invalid name or address.
 */
export async function changeAddin(ctx: Ctx, addinId: number, change: Partial<AddinFields>): Promise<AddinRow> {
  if (!(await holdAddin(ctx, addinId))) throw new NotFound()
  const { addinId: _, ...before } = await getAddin(ctx, addinId)
  const after = checked({ ...before, ...change })
  if (isEqual(after, before)) return { ...before, addinId }
  await updateAddin(ctx, { ...after, addinId })
  await recordAudit(ctx, { operation: 'addin.update', subject: `addin/${addinId}`, before, after })
  await stateFact(ctx, { kind: 'addin.changed', addinId })
  return { ...after, addinId }
}

export async function removeAddin(ctx: Ctx, addinId: number): Promise<void> {
  const { addinId: _, ...before } = await getAddin(ctx, addinId)
  await deleteAddin(ctx, addinId)
  await recordAudit(ctx, { operation: 'addin.delete', subject: `addin/${addinId}`, before })
  await stateFact(ctx, { kind: 'addin.changed', addinId })
}
