import { createEquipment, createOrgUnit } from '@millwatch/contract/http/tree'
import { useMay } from '../../scope/rights.ts'
import { useScope, useSetScope } from '../../scope/scope.ts'
import { ArchivedIcon, InheritanceIcon, PlusIcon } from '../../ui/icons.tsx'
import { Menu } from '../../ui/menu.tsx'
import { NodeTools, Tool } from './node-tools.tsx'
import type { TreeSubject } from './subject.ts'

export type AddKind = 'unit' | 'equipment'

interface TreeToolbarProps {
  /** Node whose page is open, on which the tools act. */
  subject: TreeSubject
  onAdd: (kind: AddKind) => void
}

function Plus({ onAdd }: { onAdd: (kind: AddKind) => void }) {
  const may = useMay()
  const entries = [
    ...(may(createOrgUnit) ? [{ key: 'unit', words: 'Add Org Unit', act: () => onAdd('unit') }] : []),
    ...(may(createEquipment) ? [{ key: 'equipment', words: 'Add Equipment', act: () => onAdd('equipment') }] : []),
  ]
  if (entries.length === 0) return null
  return (
    <Menu label="Add to the tree" groups={[entries]}>
      <button type="button" className="muted center item toggle tree-tool" aria-label="Add to the tree" title="Add">
        <PlusIcon />
      </button>
    </Menu>
  )
}

/**
 * Toolbar of the tree: a menu that adds to a unit, and buttons that archive, restore or remove the node, for people who may do
 * so; switches show the source of schedules and, for a unit, archived machines.
 */
export function TreeToolbar({ subject, onAdd }: TreeToolbarProps) {
  const { showScheduleInheritance, showArchivedEquipment } = useScope()
  const setScope = useSetScope()
  return (
    <fieldset className="tree-tools" aria-label="Tree toolbar">
      {subject.which === 'o' && <Plus onAdd={onAdd} />}
      <Tool
        words="Show schedule inheritance in tree"
        pressed={showScheduleInheritance}
        onClick={() => setScope({ showScheduleInheritance: !showScheduleInheritance })}
      >
        <InheritanceIcon />
      </Tool>
      {subject.which === 'o' && (
        <Tool
          words="Show archived equipment"
          pressed={showArchivedEquipment}
          onClick={() => setScope({ showArchivedEquipment: !showArchivedEquipment })}
        >
          <ArchivedIcon />
        </Tool>
      )}
      <NodeTools subject={subject} />
    </fieldset>
  )
}
