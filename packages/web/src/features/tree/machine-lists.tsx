import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PickOption } from '../../ui/combo-box.tsx'
import { ListedField } from './listed-field.tsx'
import { categoriesQuery, manufacturersQuery, modelsQuery } from './lists.ts'
import type { Faults, Listed, MachineDraft } from './machine-draft.ts'
import type { MachineFacts } from './types.ts'

interface MachineListsProps {
  draft: MachineDraft
  machine: MachineFacts
  faults: Faults
  disabled: boolean
  onChange: (part: Partial<MachineDraft>) => void
}

const NONE: Listed = { id: undefined, typed: undefined }

const named = ({ id, name }: { id: number; name: string }): PickOption => ({ value: String(id), label: name })
const numbered = ({ id, number }: { id: number; number: string }): PickOption => ({ value: String(id), label: number })

/**
 * Fields of a machine's form for category, manufacturer and model. Each list is loaded when its field opens. `onChange` gets each
 * change; another manufacturer clears the model.
 */
export function MachineLists({ draft, machine, faults, disabled, onChange }: MachineListsProps) {
  const [opened, setOpened] = useState({ categories: false, makers: false })
  const { data: categories } = useQuery({ ...categoriesQuery, enabled: opened.categories })
  const { data: manufacturers } = useQuery({ ...manufacturersQuery, enabled: opened.makers })
  const { Category, Manufacturer, Model } = machine
  return (
    <>
      <ListedField
        label="Category"
        value={draft.category}
        current={Category === null ? undefined : named(Category)}
        options={categories?.map(named)}
        newWords="New category"
        error={faults.category}
        disabled={disabled}
        opened={opened.categories}
        onOpen={() => setOpened({ ...opened, categories: true })}
        onValue={(category) => onChange({ category })}
      />
      <ListedField
        label="Manufacturer"
        value={draft.manufacturer}
        current={Manufacturer === null ? undefined : named(Manufacturer)}
        options={manufacturers?.map(named)}
        newWords="New manufacturer"
        error={faults.manufacturer}
        disabled={disabled}
        opened={opened.makers}
        onOpen={() => setOpened({ ...opened, makers: true })}
        // A model belongs to its manufacturer.
        onValue={(manufacturer) => onChange({ manufacturer, model: NONE })}
      />
      <ModelField
        draft={draft}
        current={Model === null ? undefined : numbered(Model)}
        error={faults.model}
        disabled={disabled}
        onChange={onChange}
      />
    </>
  )
}

interface ModelFieldProps {
  draft: MachineDraft
  current: PickOption | undefined
  error: string | undefined
  disabled: boolean
  onChange: (part: Partial<MachineDraft>) => void
}

/**
 * Field for the model: it lists the models of the chosen manufacturer or, without one, all models grouped by manufacturer, and
 * then sets the manufacturer with the model. A new manufacturer has no models.
 */
function ModelField({ draft, current, error, disabled, onChange }: ModelFieldProps) {
  const [opened, setOpened] = useState(false)
  const { data: models } = useQuery({ ...modelsQuery, enabled: opened })
  const { data: manufacturers } = useQuery({ ...manufacturersQuery, enabled: opened })
  const { id: maker, typed: newMaker } = draft.manufacturer
  const groups = models &&
    manufacturers && [
      ...manufacturers.flatMap(({ id, name }) => {
        const options = models[id]?.map(numbered) ?? []
        return options.length === 0 ? [] : [{ label: name, options }]
      }),
      ...(models[0]?.length ? [{ label: 'No manufacturer', options: models[0].map(numbered) }] : []),
    ]
  const ofMaker = models && (newMaker === undefined ? (models[maker ?? '0'] ?? []).map(numbered) : [])
  const makerOf = (model: Listed): Listed => {
    if (model.id === undefined || maker !== undefined || newMaker !== undefined) return draft.manufacturer
    const makerOfModel = Object.entries(models ?? {}).find(([, list]) =>
      list.some(({ id }) => String(id) === model.id),
    )?.[0]
    return makerOfModel === undefined || makerOfModel === '0'
      ? draft.manufacturer
      : { id: makerOfModel, typed: undefined }
  }
  return (
    <ListedField
      label="Model"
      value={draft.model}
      current={current}
      options={maker === undefined && newMaker === undefined ? groups : ofMaker}
      newWords="New model number"
      error={error}
      disabled={disabled}
      opened={opened}
      onOpen={() => setOpened(true)}
      onValue={(model) => onChange({ model, manufacturer: makerOf(model) })}
    />
  )
}
