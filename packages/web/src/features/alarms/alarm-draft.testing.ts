import { alarmTypes } from '@millwatch/domain/alarms'
import { type AlarmDraft, blankDraft, defaultsOf } from './draft.ts'
import type { AlarmTypeFacts } from './queries.ts'

/** Returns the alarm type with an id as the server gives it. Throws an error for an unknown id. */
export function typeOf(id: number): AlarmTypeFacts {
  const type = alarmTypes.find((candidate) => candidate.id === id)
  if (type === undefined) throw new Error(`There is no type ${id}`)
  const args_template = Object.fromEntries(
    Object.entries(type.argsTemplate).map(([name, { ...argument }]) => [
      name,
      { placeholder: '', description: '', ...argument, default: argument.default ?? null },
    ]),
  )
  const config = { device_outputs: { trippable: type.outputs }, reassert_enabled: type.repeats }
  const { name, description, pmEnabled: pm_enabled, trippable } = type
  return { id, name, description, trippable, pm_enabled, config, args_template } as unknown as AlarmTypeFacts
}

/** Returns the entries of a new alarm of a type, with its defaults where `args` says nothing else. */
export const draftOfType = (type: AlarmTypeFacts, args: AlarmDraft['args'] = {}): AlarmDraft => ({
  ...blankDraft(3),
  typeId: type.id,
  args: { ...defaultsOf(type), ...args },
})
