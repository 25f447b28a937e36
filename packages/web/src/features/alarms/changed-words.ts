import {
  type AlarmDraft,
  type Argument,
  argumentsOf,
  type DraftValue,
  hasClearNotice,
  inSentence,
  reassertOf,
  unitOf,
} from './draft.ts'
import type { AlarmTypeFacts } from './queries.ts'

interface ChangedTerms {
  readonly type: AlarmTypeFacts
  /** Unit of the analog input of the machine; empty: none. */
  readonly analogUnit: string
  readonly hasOutputs: boolean
}

/**
 * Returns the differences between the entries of an alarm and the stored ones, joined by commas: `limit 60 → 62 °C, notify once →
 * every 4 hours`; undefined if there are none. Of a changed text, and of changed parts of maintenance, only the name is in the
 * list.
 */
export function changedWords(stored: AlarmDraft, draft: AlarmDraft, terms: ChangedTerms): string | undefined {
  const { type, hasOutputs } = terms
  const changes = [
    ...argumentsOf(type).map(([name, argument]) => ofArgument(name, argument, stored, draft, terms)),
    type.config.reassert_enabled && reassertOf(stored) !== reassertOf(draft)
      ? between('notify', repeatWords(stored), repeatWords(draft))
      : undefined,
    hasClearNotice(type)
      ? between('notify on clear', yesOrNo(stored.notifyOnClear), yesOrNo(draft.notifyOnClear))
      : undefined,
    hasOutputs && type.config.device_outputs.trippable
      ? between('outputs', outputWords(stored), outputWords(draft))
      : undefined,
    type.pm_enabled && JSON.stringify(stored.parts) !== JSON.stringify(draft.parts) ? 'parts' : undefined,
  ].filter((change) => change !== undefined)
  return changes.length === 0 ? undefined : changes.join(', ')
}

const between = (name: string, before: string, after: string): string | undefined =>
  before === after ? undefined : `${name} ${before} → ${after}`

function ofArgument(
  name: string,
  argument: Argument,
  stored: AlarmDraft,
  draft: AlarmDraft,
  { analogUnit }: ChangedTerms,
): string | undefined {
  const label = inSentence(argument.label)
  const [before, after] = [stored.args[name] ?? '', draft.args[name] ?? '']
  if (argument.type === 'textarea' || argument.type === 'other') return before === after ? undefined : label
  const [unitBefore, unit] = [stored, draft].map((each) => unitOf(name, argument, each, analogUnit))
  const isSameUnit = unitBefore === unit
  if (isSameUnit && argument.type === 'number' && isSameNumber(before, after)) return undefined
  const words = (value: DraftValue, unitOfValue: string | undefined) =>
    [valueWords(argument, value), ...(value === '' || unitOfValue === undefined ? [] : [unitOfValue])].join(' ')
  return between(
    label,
    isSameUnit && after !== '' ? valueWords(argument, before) : words(before, unitBefore),
    words(after, unit),
  )
}

const isSameNumber = (a: DraftValue, b: DraftValue): boolean => a !== '' && b !== '' && Number(a) === Number(b)

/**
 * Returns a value as the sentence shows it: `yes` or `no` for a checkbox, the label of a listed option, else the typed text;
 * `nothing` for a blank value.
 */
function valueWords({ options }: Argument, value: DraftValue): string {
  if (typeof value === 'boolean') return yesOrNo(value)
  return value === '' ? 'nothing' : (options?.find((option) => option.value === value)?.label ?? value)
}

const yesOrNo = (isChosen: boolean): string => (isChosen ? 'yes' : 'no')

const repeatWords = ({ isRepeated, repeatValue, repeatUnit }: AlarmDraft): string =>
  !isRepeated
    ? 'once'
    : Number(repeatValue) === 1
      ? `every ${repeatUnit.slice(0, -1)}`
      : `every ${repeatValue || 'nothing'} ${repeatUnit}`

const outputWords = ({ outputs }: AlarmDraft): string =>
  outputs.length === 0 ? 'none' : outputs.toSorted().join(' and ')
