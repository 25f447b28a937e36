import { type AlarmType, type ReadArgs, readArgs } from '@millwatch/domain/alarms'
import type { Ctx } from '../../platform/ctx.ts'
import { Conflict, Invalid } from '../../platform/errors.ts'
import { configOf } from '../company/index.ts'
import { companyRecord } from '../identity/index.ts'
import { requirePartsOn } from '../parts/index.ts'
import type { AlarmedMachine } from './machines.ts'
import { type AlarmRow, type Outputs, outputsInUse, type StoredArgs } from './queries.ts'
import type { AlarmTerms } from './store.ts'

/**
 * Terms of an alarm as a person sends them. An absent term, and an absent argument in `args`, stays as it is; for a new alarm it
 * has its default. Outputs and parts replace all earlier ones; null outputs: none. `reassertM`: minutes from one notice to the
 * next; null: one notice.
 */
export interface TermsInput {
  readonly args?: StoredArgs | undefined
  readonly deviceOutputConfig?: Outputs | null | undefined
  readonly notifyOnClear?: boolean | undefined
  readonly reassertM?: number | null | undefined
  readonly criticalParts?: AlarmRow['criticalParts'] | undefined
}

interface TermsOfAlarm {
  readonly type: AlarmType
  readonly machine: AlarmedMachine
  /** Alarm before the change; undefined for a new alarm. */
  readonly before: AlarmRow | undefined
}

const NEW: AlarmTerms = { args: {}, deviceOutputConfig: {}, notifyOnClear: false, reassertM: null, criticalParts: [] }

/**
 * Returns the terms of an alarm after a change, checked against its type, its machine and its company. 400 for invalid arguments
 * and for a term that the type does not allow, 404 for an unknown added part. 409 for an added part that was removed or that the
 * machine does not use, and for added outputs that are off for the company, used by another alarm of the machine, or not
 * supported by its device.
 */
export async function requireTerms(
  ctx: Ctx,
  input: TermsInput,
  { type, machine, before }: TermsOfAlarm,
): Promise<AlarmTerms> {
  const old = before ?? NEW
  const terms: AlarmTerms = {
    args: requireArgs(type, { ...old.args, ...input.args }),
    deviceOutputConfig:
      input.deviceOutputConfig === undefined ? old.deviceOutputConfig : usedOutputs(input.deviceOutputConfig ?? {}),
    notifyOnClear: input.notifyOnClear ?? old.notifyOnClear,
    reassertM: input.reassertM === undefined ? old.reassertM : input.reassertM,
    criticalParts: input.criticalParts ?? old.criticalParts,
  }
  if (terms.reassertM !== null && !type.repeats) throw new Invalid('body/reassert_m: this alarm type does not repeat')
  if (terms.notifyOnClear && (!type.trippable || type.pmEnabled))
    throw new Invalid('body/notify_on_clear: this alarm type does not notify on clear')
  if (terms.criticalParts.length > 0 && !type.pmEnabled)
    throw new Invalid('body/critical_parts: this alarm type is no preventative maintenance')
  const planned = new Set(old.criticalParts.map((part) => part.id))
  const addedParts = terms.criticalParts.map((part) => part.id).filter((id) => !planned.has(id))
  await requirePartsOn(ctx, machine.equipmentId, addedParts)
  const added = Object.keys(terms.deviceOutputConfig).filter((name) => !Object.hasOwn(old.deviceOutputConfig, name))
  if (added.length > 0) await requireOutputs(ctx, added, { type, machine, before })
  return terms
}

/** Returns the arguments, checked and completed with the defaults of the type; throws 400 with the first fault. */
export const requireArgs = (type: AlarmType, given: StoredArgs): StoredArgs => acceptedArgs(readArgs(type, given))

/** Returns the arguments of a reading without faults; throws 400 with the first fault. */
export function acceptedArgs({ args, faults }: ReadArgs): StoredArgs {
  if (args !== undefined) return args
  const [fault] = faults
  throw new Invalid(`body/args/${fault?.name}: ${fault?.text}`)
}

/** Returns the outputs without those that are false. */
const usedOutputs = (outputs: Outputs): Outputs =>
  Object.fromEntries(Object.entries(outputs).filter(([, isUsed]) => isUsed))

async function requireOutputs(ctx: Ctx, names: readonly string[], { type, machine, before }: TermsOfAlarm) {
  if (!type.outputs) throw new Invalid('body/device_output_config: this alarm type switches no outputs')
  const record = await companyRecord(ctx.tx, ctx.companyId)
  if (record === undefined || !configOf(record.flags).device_outputs) throw new Conflict('alarm_outputs_off')
  if (!machine.supportsOutputs) throw new Conflict('alarm_outputs_not_supported')
  const inUse = await outputsInUse(ctx, machine.equipmentId, before?.alarmId ?? 0)
  if (inUse.some((outputs) => names.some((name) => Object.hasOwn(outputs, name))))
    throw new Conflict('alarm_output_in_use')
}
