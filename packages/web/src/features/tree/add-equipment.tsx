import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { TextField } from '../../ui/field.tsx'
import { PickField } from '../../ui/pick-field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { addMachine, moveMachine, useTreeChange } from './changes.ts'
import { findUnit } from './find.ts'
import { allMachinesQuery } from './queries.ts'
import { TreeDialog } from './tree-dialog.tsx'

export interface AddEquipmentProps {
  parent: { readonly id: number; readonly name: string }
  root: TreeNodeShape
  onClose: () => void
}

const tabs = [
  { name: 'new', words: 'New equipment' },
  { name: 'existing', words: 'Existing equipment' },
] as const

/** Dialog that adds a new machine to a unit, or moves a machine there from another unit; then it opens the machine's page. */
export function AddEquipment({ parent, root, onClose }: AddEquipmentProps) {
  const [tab, setTab] = useState<'new' | 'existing'>('new')
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<string>()
  const adding = useTreeChange({ act: addMachine, done: 'Equipment created', failed: 'Error creating equipment' })
  const moving = useTreeChange({ act: moveMachine, done: 'Equipment updated', failed: 'Error updating equipment' })
  const isNew = tab === 'new'
  const nameMissing = name.trim() === '' ? 'Type a name first' : undefined
  const choiceMissing = chosen === undefined ? 'Choose equipment first' : undefined
  return (
    <TreeDialog
      title="Add equipment"
      submit="Save"
      missing={isNew ? nameMissing : choiceMissing}
      busy={adding.isPending || moving.isPending}
      done={adding.isSuccess || moving.isSuccess}
      onSubmit={() =>
        isNew
          ? adding.mutate({ name, parentId: parent.id })
          : moving.mutate({ id: Number(chosen), parentId: parent.id })
      }
      onClose={onClose}
    >
      <Tabs label="Add equipment" tabs={tabs} chosen={tab} onChoose={setTab}>
        <div className="stack wide form">
          <TextField label="Parent" value={parent.name} title={parent.name} dir="auto" readOnly />
          {isNew ? (
            <TextField
              label="Equipment name"
              value={name}
              dir="auto"
              maxLength={120}
              autoComplete="off"
              autoFocus
              onValue={setName}
            />
          ) : (
            <Existing parentId={parent.id} root={root} chosen={chosen} onChoose={setChosen} />
          )}
        </div>
      </Tabs>
    </TreeDialog>
  )
}

interface ExistingProps {
  parentId: number
  root: TreeNodeShape
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}

/** Selects a machine of another unit; each is listed by name, with its current unit. */
function Existing({ parentId, root, chosen, onChoose }: ExistingProps) {
  const { data: machines, error, refetch } = useQuery(allMachinesQuery)
  const others = machines?.filter((machine) => machine.active && machine.parent_org_unit_id !== parentId)
  if (error !== null && machines === undefined)
    return <TryAgain onRetry={refetch}>The equipment could not be read. {error.message}</TryAgain>
  if (others?.length === 0) return <p role="status">No existing equipment to reassign</p>
  const options = others?.map(({ id, name, parent_org_unit_id: unitId }) => {
    const unit = findUnit(root, unitId)
    return { value: String(id), label: unit === undefined ? name : `${name} (${unit.name})` }
  })
  return (
    <>
      <PickField
        label="Equipment"
        value={chosen}
        options={options ?? []}
        loading={options === undefined}
        placeholder="Choose equipment"
        onValue={onChoose}
      />
      <p className="second box callout">
        This reassigns the existing equipment's parent: it leaves the unit where it stands now. What it did there stays
        in the figures of that unit.
      </p>
    </>
  )
}
