import { createReason } from '@millwatch/contract/http/stops-reasons'
import { byNaturalOrder } from '@millwatch/domain/tree'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { allReasonsQuery, type Reason } from '../../features/stops/downtime.ts'
import { EditReason } from '../../features/stops/edit-reason.tsx'
import { NewReason } from '../../features/stops/new-reason.tsx'
import { groupsOf } from '../../features/stops/reason-entry.ts'
import { ActiveReasons, InactiveReasons } from '../../features/stops/reason-list.tsx'
import { companyQuery } from '../../features/tree/queries.ts'
import { count } from '../../lib/format.ts'
import { searchFor } from '../../lib/search.ts'
import { useInAddress } from '../../lib/use-in-address.ts'
import { unitOptions } from '../../scope/tree-options.ts'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SetupPage } from '../setup-page.tsx'
import { Reading } from '../setup-reading.tsx'

/** Page with the reasons that people can give to stops, and a form to add one. */
export function ReasonsPage() {
  const reasons = useQuery(allReasonsQuery)
  return (
    <SetupPage
      title="Downtime Reasons"
      needs={createReason}
      second="People choose one of these for a stop. Stops whose reason is a failure count in MTBF and MTTR. A deactivated reason stays on the stops that have it."
    >
      <Reading query={reasons} subject="The reasons">
        {(all) => <Reasons all={all} />}
      </Reading>
    </SetupPage>
  )
}

/** Returns the reasons whose name or group contains the search text, A to Z; without regard to case. */
function foundReasons(reasons: readonly Reason[], text: string): Reason[] {
  const isFound = searchFor(text)
  return reasons
    .filter(({ name, group_name }) => isFound(name, group_name))
    .toSorted((a, b) => byNaturalOrder(a.name, b.name) || a.id - b.id)
}

function Reasons({ all }: { all: readonly Reason[] }) {
  const { data: company } = useQuery(companyQuery)
  const [text, setText] = useInAddress('q')
  const [editedId, setEdited] = useState<number>()
  const groups = groupsOf(all)
  const units = company?.config.favorites === true ? unitOptions(company.tree) : undefined
  const found = foundReasons(all, text ?? '')
  const [active, inactive] = [found.filter((reason) => reason.active), found.filter((reason) => !reason.active)]
  const edited = all.find(({ id }) => id === editedId)
  return (
    <div className="stack setup-beside">
      <div className="stack">
        <Panel
          title="Active reasons"
          note={count(all.filter((reason) => reason.active).length)}
          aside={
            <SearchField label="Find a reason" value={text ?? ''} onValue={(next) => setText(next || undefined)} />
          }
        >
          {active.length > 0 ? (
            <ActiveReasons reasons={active} units={units} onEdit={({ id }) => setEdited(id)} />
          ) : (
            <NoActive text={text?.trim() ?? ''} onShowAll={() => setText(undefined)} />
          )}
        </Panel>
        {inactive.length > 0 && (
          <Panel title="Inactive reasons" note={count(inactive.length)}>
            <InactiveReasons reasons={inactive} />
          </Panel>
        )}
      </div>
      <Panel title="New reason">
        <NewReason groups={groups} units={units} />
      </Panel>
      {edited !== undefined && (
        <EditReason reason={edited} groups={groups} units={units} onClose={() => setEdited(undefined)} />
      )}
    </div>
  )
}

function NoActive({ text, onShowAll }: { text: string; onShowAll: () => void }) {
  if (text === '')
    return (
      <Empty title="No active reasons">Add the first one with the form: people can then choose it for a stop.</Empty>
    )
  return (
    <Empty title="No active reasons">
      No active reason contains “{text}”.{' '}
      <button type="button" className="link-button" onClick={onShowAll}>
        Show all
      </button>
    </Empty>
  )
}
