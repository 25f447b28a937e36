import './tree.css'
import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useScope } from '../../scope/scope.ts'
import { useSubject } from '../../scope/subject.ts'
import { Bone } from '../../ui/notice.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { AddEquipment } from './add-equipment.tsx'
import { AddUnit } from './add-unit.tsx'
import { Navigator } from './navigator.tsx'
import { companyQuery, wholeCompanyQuery } from './queries.ts'
import { keyOf } from './rows.ts'
import { useTreeSubject } from './subject.ts'
import { type AddKind, TreeToolbar } from './tree-toolbar.tsx'

interface CompanyTreeProps {
  /** An admin: may change the tree. */
  mayChange: boolean
  /** Another page was chosen. */
  onNavigate: () => void
  searchRef: React.RefObject<HTMLInputElement | null>
}

const BONES = [70, 55, 62, 48, 58, 66, 50, 61, 44]

function Bones() {
  return (
    <div className="tree-bones" aria-busy="true">
      {BONES.map((width, index) => (
        <div key={width} style={{ paddingLeft: Math.min(index, 2) * 15 }}>
          <Bone width={`${width}%`} height={14} />
        </div>
      ))}
    </div>
  )
}

/** The left sidebar's tree of the company: its toolbar, its dialogs, and what it is while there is none. */
export function CompanyTree({ mayChange, onNavigate, searchRef }: CompanyTreeProps) {
  const { showArchivedEquipment } = useScope()
  const active = useQuery({ ...companyQuery, enabled: !showArchivedEquipment })
  const whole = useQuery({ ...wholeCompanyQuery, enabled: showArchivedEquipment })
  const [wanted, other] = showArchivedEquipment ? [whole, active] : [active, whole]
  // While the one is read the other stands: the tree does not go away under the hand.
  const company = wanted.data ?? other.data
  if (company !== undefined)
    return <Tree root={company.tree} mayChange={mayChange} onNavigate={onNavigate} searchRef={searchRef} />
  if (wanted.error === null) return <Bones />
  return (
    <TryAgain className="navigator-none" onRetry={wanted.refetch}>
      The company tree could not be read. {wanted.error.message}
    </TryAgain>
  )
}

interface TreeProps extends CompanyTreeProps {
  root: TreeNodeShape
}

interface Adding {
  readonly what: AddKind
  readonly parent: { readonly id: number; readonly name: string }
}

function Tree({ root, mayChange, onNavigate, searchRef }: TreeProps) {
  const place = useSubject()
  const shown = place && keyOf(place.which, place.id)
  const subject = useTreeSubject(root, shown)
  const [adding, setAdding] = useState<Adding>()
  const isEmpty = root.children.length === 0 && root.equipment.length === 0
  const close = (): void => setAdding(undefined)
  return (
    <>
      <Navigator
        root={root}
        shown={shown}
        onNavigate={onNavigate}
        searchRef={searchRef}
        tools={
          subject && (
            <TreeToolbar
              subject={subject}
              mayChange={mayChange}
              onAdd={(what) => setAdding({ what, parent: { id: subject.id, name: subject.name } })}
            />
          )
        }
      >
        {isEmpty && <Nothing root={root} mayChange={mayChange} onAdd={(what) => setAdding({ what, parent: root })} />}
      </Navigator>
      {adding?.what === 'unit' && <AddUnit parent={adding.parent} onClose={close} />}
      {adding?.what === 'equipment' && <AddEquipment parent={adding.parent} root={root} onClose={close} />}
    </>
  )
}

interface NothingProps {
  root: TreeNodeShape
  mayChange: boolean
  onAdd: (what: AddKind) => void
}

/** A company in which nothing was set up: what comes next. */
function Nothing({ root, mayChange, onAdd }: NothingProps) {
  return (
    <div className="tree-nothing">
      <p role="status">
        Nothing stands under <bdi>{root.name}</bdi> yet.{!mayChange && ' Admins add units and equipment.'}
      </p>
      {mayChange && (
        <>
          <button type="button" className="button" onClick={() => onAdd('unit')}>
            Add Org Unit
          </button>
          <button type="button" className="button" onClick={() => onAdd('equipment')}>
            Add Equipment
          </button>
        </>
      )}
    </div>
  )
}
