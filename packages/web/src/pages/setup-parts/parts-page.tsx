import { createPart } from '@millwatch/contract/http/parts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EditPart } from '../../features/parts/edit-part.tsx'
import { NewPart } from '../../features/parts/new-part.tsx'
import { PartList } from '../../features/parts/part-list.tsx'
import { allPartsQuery, type CriticalPart } from '../../features/parts/queries.ts'
import { count } from '../../lib/format.ts'
import { searchFor } from '../../lib/search.ts'
import { useInAddress } from '../../lib/use-in-address.ts'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SetupPage } from '../setup-page.tsx'
import { Reading } from '../setup-reading.tsx'
import { usePartPlaces } from './use-part-places.ts'

/** Page with the critical parts of the company, and a form to add one. */
export function PartsPage() {
  const parts = useQuery(allPartsQuery)
  return (
    <SetupPage
      title="Critical Parts"
      needs={createPart}
      second="People record on stops what they did to these parts, and maintenance names the parts that it works on. A removed part stays in the history."
    >
      <Reading query={parts} subject="The critical parts">
        {(all) => <Parts all={all} />}
      </Reading>
    </SetupPage>
  )
}

/** Returns the parts whose number or description contains the search text, without regard to case, in their order. */
function foundParts(parts: readonly CriticalPart[], text: string): readonly CriticalPart[] {
  const isFound = searchFor(text)
  return parts.filter(({ number, description }) => isFound(number, description))
}

function Parts({ all }: { all: readonly CriticalPart[] }) {
  const places = usePartPlaces()
  const [text, setText] = useInAddress('q')
  const [editedId, setEdited] = useState<number>()
  const inUse = all.filter((part) => part.deleted_at === null)
  const found = foundParts(inUse, text ?? '')
  const edited = all.find(({ id }) => id === editedId)
  return (
    <div className="stack setup-beside">
      <Panel
        title="Critical parts"
        note={count(inUse.length)}
        aside={<SearchField label="Find a part" value={text ?? ''} onValue={(next) => setText(next || undefined)} />}
      >
        {found.length > 0 ? (
          <PartList parts={found} onEdit={({ id }) => setEdited(id)} />
        ) : (
          <NoParts text={text?.trim() ?? ''} onShowAll={() => setText(undefined)} />
        )}
      </Panel>
      <Panel title="New critical part">
        <NewPart />
      </Panel>
      {edited !== undefined && <EditPart part={edited} places={places} onClose={() => setEdited(undefined)} />}
    </div>
  )
}

function NoParts({ text, onShowAll }: { text: string; onShowAll: () => void }) {
  if (text === '')
    return (
      <Empty title="No critical parts">
        Add the first one with the form: it is used on all machines until you limit it.
      </Empty>
    )
  return (
    <Empty title="No critical parts">
      No part contains “{text}”.{' '}
      <button type="button" className="link-button" onClick={onShowAll}>
        Show all
      </button>
    </Empty>
  )
}
