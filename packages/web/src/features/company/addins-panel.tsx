import './company.css'
import { createAddin, deleteAddin, updateAddin } from '@millwatch/contract/http/addins'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useMay } from '../../scope/rights.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useConfirmed } from '../../ui/form/use-confirmed.ts'
import { Panel } from '../../ui/panel.tsx'
import { Table } from '../../ui/table.tsx'
import { AddinDialog } from './addin-dialog.tsx'
import { addinsQuery, type CompanyAddin } from './queries.ts'

const where = ({ equipment_enabled: machines, org_unit_enabled: units }: CompanyAddin): string =>
  machines && units ? 'Machines and units' : machines ? 'Machines' : units ? 'Units' : 'Nowhere'

/**
 * Panel with a table of the company's add-ins, which are pages of other providers. Add, edit and remove are shown only to people
 * who may do so.
 */
export function AddinsPanel() {
  const may = useMay()
  const { data: addins, error } = useQuery(addinsQuery)
  const [edited, setEdited] = useState<CompanyAddin | 'new'>()
  return (
    <Panel
      title="Add-ins"
      note="Pages of others, shown beside machines and units"
      aside={may(createAddin) && <Button onClick={() => setEdited('new')}>Add an add-in</Button>}
    >
      {error !== null && <p className="alert">{error.message}</p>}
      {addins?.length === 0 && (
        <Empty title="No add-ins">
          {may(createAddin) ? 'Add one by the https address of its page.' : 'Admins of the company add them.'}
        </Empty>
      )}
      {addins !== undefined && addins.length > 0 && (
        <Table label="Add-ins" columns={['Name', 'Page', 'Shown beside', ' Actions']}>
          {addins.map((addin) => (
            <AddinRow key={addin.id} addin={addin} onEdit={() => setEdited(addin)} />
          ))}
        </Table>
      )}
      {edited !== undefined && (
        <AddinDialog addin={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </Panel>
  )
}

function AddinRow({ addin, onEdit }: { addin: CompanyAddin; onEdit: () => void }) {
  const may = useMay()
  const remove = useConfirmed({
    title: `Remove ${addin.name}?`,
    text: 'Its page is no longer shown. Tokens given out for it end within 5 minutes.',
    yes: `Remove ${addin.name}`,
    removes: true,
    work: () => call(deleteAddin, { params: { id: addin.id } }),
    done: 'Add-in removed',
    failed: 'Error removing add-in',
    changes: [addinsQuery.queryKey],
  })
  return (
    <tr>
      <td className="any-break medium">{addin.name}</td>
      <td data-label="Page" className="second any-break">
        <span>{addin.index_url}</span>
      </td>
      <td data-label="Shown beside" className="second any-break">
        {where(addin)}
      </td>
      <td>
        {(may(updateAddin) || may(deleteAddin)) && (
          <div className="wrap table-actions">
            {may(updateAddin) && (
              <Button aria-label={`Edit ${addin.name}`} onClick={onEdit}>
                Edit
              </Button>
            )}
            {may(deleteAddin) && (
              <Button aria-label={`Remove ${addin.name}`} onClick={remove}>
                Remove
              </Button>
            )}
          </div>
        )}
      </td>
    </tr>
  )
}
