import type { PickGroup, PickOption } from './combo-box.tsx'
import { PickMany } from './pick-many.tsx'

interface PickIdsProps {
  label: string
  hint: React.ReactNode
  /** All options; their values are ids as text. Undefined until they are read: the names of chosen ones are then `…`. */
  options: readonly (PickOption | PickGroup)[] | undefined
  chosen: readonly number[]
  onChosen: (ids: number[]) => void
  /** Text while nothing is chosen. */
  placeholder: string
  /** Name shown for a chosen id that is not an option, such as that of an archived machine. */
  gone: string
}

const optionsOf = (entry: PickOption | PickGroup): readonly PickOption[] =>
  'options' in entry ? entry.options : [entry]

/**
 * Field that selects several options by their ids; `onChosen` gets all chosen ids, the newest last. The list has only options
 * that are not chosen yet.
 */
export function PickIds({ options, chosen, onChosen, gone, ...field }: PickIdsProps) {
  const isChosen = ({ value }: PickOption): boolean => chosen.includes(Number(value))
  const names = new Map(options?.flatMap(optionsOf).map(({ value, label }) => [value, label]))
  const left = (options ?? [])
    .map((entry) =>
      'options' in entry ? { ...entry, options: entry.options.filter((option) => !isChosen(option)) } : entry,
    )
    .filter((entry) => ('options' in entry ? entry.options.length > 0 : !isChosen(entry)))
  return (
    <PickMany
      {...field}
      chosen={chosen.map((id) => ({
        value: String(id),
        label: names.get(String(id)) ?? (options === undefined ? '…' : gone),
      }))}
      options={left}
      empty={options === undefined ? 'Not read yet' : 'Nothing has this name'}
      onAdd={(value) => onChosen([...chosen, Number(value)])}
      onRemove={(value) => onChosen(chosen.filter((id) => id !== Number(value)))}
    />
  )
}
