import { Dropdown } from 'antd'
import { useRef } from 'react'
import { useScope, useSetScope } from '../../scope/scope.ts'
import { ArchivedIcon, ArchiveIcon, InheritanceIcon, PlusIcon, RemoveIcon, RestoreIcon } from '../../ui/icons.tsx'
import type { TreeSubject } from './subject.ts'
import { useRemovals } from './use-removals.tsx'

export type AddKind = 'unit' | 'equipment'

interface TreeToolbarProps {
  /** What is selected in the tree. */
  subject: TreeSubject
  /** An admin: may change the tree. */
  mayChange: boolean
  onAdd: (what: AddKind) => void
}

interface ToolProps {
  words: string
  onClick: () => void
  /** It is switched rather than done. */
  pressed?: boolean
  children: React.ReactNode
}

const Tool = ({ words, onClick, pressed, children }: ToolProps) => (
  <button type="button" className="tree-tool" aria-label={words} title={words} aria-pressed={pressed} onClick={onClick}>
    {children}
  </button>
)

function Plus({ onAdd }: { onAdd: (what: AddKind) => void }) {
  const button = useRef<HTMLButtonElement>(null)
  // The menu goes: what the dialog gives the focus back to is the button.
  const add = (what: AddKind): void => {
    button.current?.focus()
    onAdd(what)
  }
  const items = [
    { key: 'unit', label: 'Add Org Unit', onClick: () => add('unit') },
    { key: 'equipment', label: 'Add Equipment', onClick: () => add('equipment') },
  ]
  return (
    <Dropdown trigger={['click']} autoFocus menu={{ items }}>
      <button
        ref={button}
        type="button"
        className="tree-tool"
        aria-label="Add to the tree"
        title="Add"
        aria-haspopup="menu"
      >
        <PlusIcon />
      </button>
    </Dropdown>
  )
}

/** What can be done with what is selected in the tree, and how the tree is shown. */
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
