import { createEquipment, createOrgUnit } from '@millwatch/contract/http/tree'
import { useMay } from '../../scope/rights.ts'
import './tree.css'
import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useScope } from '../../scope/scope.ts'
import { useSubject } from '../../scope/subject.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/notice.tsx'
import { TryAgain } from '../../ui/try-again.tsx'
import { AddUnit } from './add-unit.tsx'
import { LazyAddEquipment } from './lazy-add-equipment.tsx'
import { useReadAtTurn } from './live.ts'
import { Navigator } from './navigator.tsx'
import { companyKey, companyQuery, wholeCompanyQuery } from './queries.ts'
import { keyOf } from './rows.ts'
import { useTreeSubject } from './subject.ts'
import { type AddKind, TreeToolbar } from './tree-toolbar.tsx'

interface CompanyTreeProps {
  /** Called when a link of the tree was followed. */
  onNavigate: () => void
  searchRef: React.RefObject<HTMLInputElement | null>
}

const SKELETON_WIDTHS = [70, 55, 62, 48, 58, 66, 50, 61, 44]

function TreeSkeleton() {
  return (
    <div className="stack tree-skeleton" aria-busy="true">
      {SKELETON_WIDTHS.map((width, index) => (
        <div key={width} style={{ paddingLeft: Math.min(index, 2) * 15 }}>
          <Skeleton width={`${width}%`} height={14} />
        </div>
      ))}
    </div>
  )
}

/**
 * Company tree of the left sidebar with search, toolbar and dialogs, with archived machines if the person shows them. It shows a
 * placeholder while it loads, and an error with a button to try again.
 */
export function CompanyTree({ onNavigate, searchRef }: CompanyTreeProps) {
  const { showArchivedEquipment } = useScope()
  const active = useQuery({ ...companyQuery, enabled: !showArchivedEquipment })
  const whole = useQuery({ ...wholeCompanyQuery, enabled: showArchivedEquipment })
  const [wanted, other] = showArchivedEquipment ? [whole, active] : [active, whole]
  // While one version loads, the other stays visible.
  const company = wanted.data ?? other.data
  const machines = useMemo(() => company && machinesIn(company.tree), [company])
  useReadAtTurn(companyKey, machines)
  if (company !== undefined) return <Tree root={company.tree} onNavigate={onNavigate} searchRef={searchRef} />
  if (wanted.error === null) return <TreeSkeleton />
  return (
    <TryAgain className="muted any-break navigator-none" onRetry={wanted.refetch}>
      The company tree could not be read. {wanted.error.message}
    </TryAgain>
  )
}

const machinesIn = (unit: TreeNodeShape): TreeNodeShape['equipment'] => [
  ...unit.equipment,
  ...unit.children.flatMap(machinesIn),
]

interface TreeProps extends CompanyTreeProps {
  root: TreeNodeShape
}

interface Adding {
  readonly kind: AddKind
  readonly parent: { readonly id: number; readonly name: string }
}

function Tree({ root, onNavigate, searchRef }: TreeProps) {
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
              onAdd={(kind) => setAdding({ kind, parent: { id: subject.id, name: subject.name } })}
            />
          )
        }
      >
        {isEmpty && <Nothing root={root} onAdd={(kind) => setAdding({ kind, parent: root })} />}
      </Navigator>
      {adding?.kind === 'unit' && <AddUnit parent={adding.parent} onClose={close} />}
      {adding?.kind === 'equipment' && <LazyAddEquipment parent={adding.parent} root={root} onClose={close} />}
    </>
  )
}

interface NothingProps {
  root: TreeNodeShape
  onAdd: (kind: AddKind) => void
}

/** Note in a company without units and machines, with buttons to add the first ones for people who may do so. */
function Nothing({ root, onAdd }: NothingProps) {
  const may = useMay()
  const mayAddUnit = may(createOrgUnit)
  const mayAddMachine = may(createEquipment)
  return (
    <div className="muted wrap any-break tree-nothing">
      <p role="status">
        Nothing stands under <bdi>{root.name}</bdi> yet.
        {!mayAddUnit && !mayAddMachine && ' Admins add units and equipment.'}
      </p>
      {mayAddUnit && <Button onClick={() => onAdd('unit')}>Add Org Unit</Button>}
      {mayAddMachine && <Button onClick={() => onAdd('equipment')}>Add Equipment</Button>}
    </div>
  )
}
