import { createEquipment } from '@millwatch/contract/http/tree'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LazyAddEquipment } from '../../features/tree/lazy-add-equipment.tsx'
import { companyQuery } from '../../features/tree/queries.ts'
import type { OrgUnit } from '../../features/tree/types.ts'
import { useIsDisplay } from '../../scope/display.ts'
import { usePaths } from '../../scope/links.ts'
import { useMay } from '../../scope/rights.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Notice } from '../../ui/notice.tsx'

const title = 'No machines here yet'

/** Notice on the page of a unit without machines; admins can add one there. */
export function NoMachines({ unit }: { unit: OrgUnit }) {
  const isDisplay = useIsDisplay()
  const may = useMay()
  if (isDisplay) return <Notice title={title}>They appear here once an admin adds them.</Notice>
  const mayAdd = may(createEquipment)
  return (
    <Notice title={title} ways={<Ways unit={unit} mayAdd={mayAdd} />}>
      {mayAdd ? 'A machine that is added here is shown at once' : 'Admins add machines, which are shown at once'}.
      Figures begin with the first message of its device, which is set up under Devices on its page.
    </Notice>
  )
}

function Ways({ unit, mayAdd }: { unit: OrgUnit; mayAdd: boolean }) {
  const paths = usePaths()
  const parent = unit.ancestors[0]
  const { data: company } = useQuery(companyQuery)
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      {mayAdd && company !== undefined && (
        <Button primary onClick={() => setAdding(true)}>
          Add equipment
        </Button>
      )}
      {parent !== undefined && (
        <ButtonLink to={paths.unit(parent.id)}>
          <span>
            Go to <bdi>{parent.name}</bdi>
          </span>
        </ButtonLink>
      )}
      {isAdding && company !== undefined && (
        <LazyAddEquipment parent={unit} root={company.tree} onClose={() => setAdding(false)} />
      )}
    </>
  )
}
