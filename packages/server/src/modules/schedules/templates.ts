import { isEqual } from '@millwatch/domain/audit'
import { faultOfDay, faultOfWeek, type ScheduleRange } from '@millwatch/domain/schedules'
import { recordAudit } from '../../platform/audit/store.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import { stateFact } from '../../platform/outbox/state-fact.ts'
import { findTemplate, type TemplateRow } from './queries.ts'
import { changeTemplate, deleteTemplate, holdTemplate, insertTemplate } from './store.ts'

type TemplateRanges = TemplateRow['ranges']

/**
 * Creates a schedule template, with audit entry and fact, and returns it; without `ranges` it is empty. 400 for ranges that are
 * impossible or do not fit the type.
 */
export async function createTemplate(
  ctx: Ctx,
  { name, type, ranges }: { name: string; type: TemplateRow['type']; ranges?: TemplateRanges | undefined },
): Promise<TemplateRow> {
  const content = ranges === undefined ? (type === 'daily' ? [] : {}) : checked(type, ranges)
  const id = await insertTemplate(ctx, { name, type, ranges: content })
  const after = { name, type, ranges: content }
  await recordAudit(ctx, { operation: 'schedule_template.create', subject: `schedule_template/${id}`, after })
  await stateFact(ctx, { kind: 'template.changed', templateId: id })
  return { id, name, type, ranges: content }
}

/**
 * Changes a schedule template, with audit entry and fact, and returns it; stores nothing when no value differs. 404 for an
 * unknown template, 400 for ranges that are impossible or do not fit the type.
 */
export async function updateTemplate(
  ctx: Ctx,
  id: number,
  { name, ranges }: { name?: string | undefined; ranges?: TemplateRanges | undefined },
): Promise<TemplateRow> {
  if (!(await holdTemplate(ctx, id))) throw new NotFound()
  const before = await getTemplate(ctx, id)
  const change = {
    name: name ?? before.name,
    ranges: ranges === undefined ? before.ranges : checked(before.type, ranges),
  }
  const previous = { name: before.name, ranges: before.ranges }
  if (isEqual(change, previous)) return before
  await changeTemplate(ctx, id, change)
  const subject = `schedule_template/${id}`
  await recordAudit(ctx, { operation: 'schedule_template.update', subject, before: previous, after: change })
  await stateFact(ctx, { kind: 'template.changed', templateId: id })
  return { ...before, ...change }
}

export async function removeTemplate(ctx: Ctx, id: number): Promise<void> {
  const { name, type, ranges } = await getTemplate(ctx, id)
  await deleteTemplate(ctx, id)
  const before = { name, type, ranges }
  await recordAudit(ctx, { operation: 'schedule_template.delete', subject: `schedule_template/${id}`, before })
  await stateFact(ctx, { kind: 'template.changed', templateId: id })
}

async function getTemplate(ctx: Ctx, id: number): Promise<TemplateRow> {
  const template = await findTemplate(ctx, id)
  if (!template) throw new NotFound()
  return template
}

function checked(type: TemplateRow['type'], ranges: TemplateRanges): TemplateRanges {
  const isList = isRanges(ranges)
  if (isList !== (type === 'daily')) throw new Invalid(`body/template/schedule_json_local is not of a ${type} template`)
  const fault = isRanges(ranges) ? faultOfDay(ranges) : faultOfWeek(ranges)
  if (fault !== null) throw new Invalid(`body/template/schedule_json_local/${fault}`)
  return ranges
}

const isRanges = (ranges: TemplateRanges): ranges is readonly ScheduleRange[] => Array.isArray(ranges)
