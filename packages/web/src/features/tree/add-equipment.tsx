import { createEquipment, updateEquipment } from '@millwatch/contract/http/tree'
import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { PickField } from '../../ui/pick-field.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { nameMissing, useTreeChange } from './changes.ts'
import { findUnit } from './find.ts'
import { allMachinesQuery } from './queries.ts'
import { keyOf } from './rows.ts'
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

/**
 * Dialog that adds a new machine to the unit `parent`, or moves an existing one there from another unit, and then opens the
 * machine's page.
 */
export function AddEquipment({ parent, root, onClose }: AddEquipmentProps) {
  const [tab, setTab] = useState<'new' | 'existing'>('new')
  const parentId = parent.id
  const common = { ...useTreeChange(), onSettled: (isDone: boolean) => isDone && onClose() }
  const adding = useForm({
    ...common,
    stored: { name: '' },
    missing: nameMissing,
    work: async ({ name }) =>
      keyOf('e', (await call(createEquipment, { body: { name, parent_id: parentId } })).equip.id),
    done: 'Equipment created',
    failed: 'Error creating equipment',
  })
  const moving = useForm({
    ...common,
    stored: { id: undefined as string | undefined },
    missing: ({ id }) => (id === undefined ? 'Choose equipment first' : undefined),
    work: async ({ id }) => {
      const request = { params: { id: Number(id) }, body: { parent_org_unit_id: parentId } }
      return keyOf('e', (await call(updateEquipment, request)).equip.id)
    },
    done: 'Equipment updated',
    failed: 'Error updating equipment',
  })
  return (
    <TreeDialog title="Add equipment" form={tab === 'new' ? adding.form : moving.form} onClose={onClose}>
      <Tabs label="Add equipment" tabs={tabs} chosen={tab} onChoose={setTab}>
        <div className="stack wide form">
          <TextField label="Parent" value={parent.name} title={parent.name} dir="auto" readOnly />
          {tab === 'new' ? (
            <TextField
              label="Equipment name"
              dir="auto"
              maxLength={120}
              autoComplete="off"
              autoFocus
              {...adding.bind('name')}
            />
          ) : (
            <Existing
              parentId={parentId}
              root={root}
              chosen={moving.draft.id}
              onChoose={(id) => moving.change({ id })}
            />
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

/**
 * Field that selects an active machine of another unit; each is listed by name with its present unit. A text explains the move,
 * or that there is no such machine.
 */
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
