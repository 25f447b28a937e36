import { useScope, useSetScope } from '../../scope/scope.ts'
import { ArchivedIcon, ArchiveIcon, InheritanceIcon, PlusIcon, RemoveIcon, RestoreIcon } from '../../ui/icons.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { TreeSubject } from './subject.ts'
import { useRemovals } from './use-removals.tsx'

export type AddKind = 'unit' | 'equipment'

interface TreeToolbarProps {
  /** Selected node of the tree. */
  subject: TreeSubject
  /** True for an admin, who may change the tree. */
  mayChange: boolean
  onAdd: (kind: AddKind) => void
}

interface ToolProps {
  words: string
  onClick: () => void
  /** State of a switch; undefined for a plain button. */
  pressed?: boolean
  children: React.ReactNode
}

const Tool = ({ words, onClick, pressed, children }: ToolProps) => (
  <button
    type="button"
    className="muted center item toggle tree-tool"
    aria-label={words}
    title={words}
    aria-pressed={pressed}
    onClick={onClick}
  >
    {children}
  </button>
)

function Plus({ onAdd }: { onAdd: (kind: AddKind) => void }) {
  const entries = [
    { key: 'unit', words: 'Add Org Unit', act: () => onAdd('unit') },
    { key: 'equipment', words: 'Add Equipment', act: () => onAdd('equipment') },
  ]
  return (
    <Menu label="Add to the tree" groups={[entries]}>
      <button type="button" className="muted center item toggle tree-tool" aria-label="Add to the tree" title="Add">
        <PlusIcon />
      </button>
    </Menu>
  )
}

/**
 * Buttons that add, archive, restore or remove the selected node, if the person may do so, and switches for what the tree
 * shows.
 */
export function TreeToolbar({ subject, mayChange, onAdd }: TreeToolbarProps) {
  const { showScheduleInheritance, showArchivedEquipment } = useScope()
  const setScope = useSetScope()
  return (
    <fieldset className="tree-tools" aria-label="Tree toolbar">
      {mayChange && subject.which === 'o' && <Plus onAdd={onAdd} />}
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
      {mayChange && <Changes subject={subject} />}
    </fieldset>
  )
}

function Changes({ subject }: { subject: TreeSubject }) {
  const removals = useRemovals()
  if (subject.which === 'o')
    return subject.isRoot ? null : (
      <Tool words="Remove Org Unit" onClick={() => removals.removeUnit(subject)}>
        <RemoveIcon />
      </Tool>
    )
  return (
    <>
      {subject.active ? (
        <Tool words="Archive Equipment" onClick={() => removals.archive(subject)}>
          <ArchiveIcon />
        </Tool>
      ) : (
        <Tool words="Restore Equipment" onClick={() => removals.restore(subject)}>
          <RestoreIcon />
        </Tool>
      )}
      <Tool words="Remove Equipment" onClick={() => removals.removeMachine(subject)}>
        <RemoveIcon />
      </Tool>
    </>
  )
}
