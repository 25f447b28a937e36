import { createTag } from '@millwatch/contract/http/runs-tags'
import type { TreeNodeShape } from '@millwatch/contract/shapes/tree'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { EditTag } from '../../features/runs/edit-tag.tsx'
import { NewTag } from '../../features/runs/new-tag.tsx'
import { companyTagsQuery } from '../../features/runs/queries.ts'
import { ActiveTags, InactiveTags } from '../../features/runs/tag-lists.tsx'
import { foundTags, groupsOfTags, type Tag } from '../../features/runs/tag-rows.ts'
import { companyQuery } from '../../features/tree/queries.ts'
import { count } from '../../lib/format.ts'
import { useChoiceInAddress, useInAddress } from '../../lib/use-in-address.ts'
import { machineOptions, unitOptions } from '../../scope/tree-options.ts'
import { Choice } from '../../ui/choice.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Panel } from '../../ui/panel.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useFocusByKey } from '../../ui/use-focus-by-key.ts'
import { SetupPage } from '../setup-page.tsx'
import { Reading } from '../setup-reading.tsx'

/** Page with the tags that people can give to runs, and a form to add one. */
export function TagsPage() {
  const tags = useQuery(companyTagsQuery)
  return (
    <SetupPage
      title="Tags"
      needs={createTag}
      second="A tag names what a run is about: an order, a product or a tool. A deactivated tag stays on the runs that have it."
    >
      <Reading query={tags} subject="The tags">
        {(all) => <Tags all={all} />}
      </Reading>
    </SetupPage>
  )
}

function Tags({ all }: { all: readonly Tag[] }) {
  const [text, setText] = useInAddress('q')
  const [shown, setShown] = useChoiceInAddress('show', ['active', 'inactive'])
  const [editedId, setEdited] = useState<number>()
  const places = usePlaces()
  const panel = useRef<HTMLDivElement>(null)
  useFocusByKey(panel, '.')
  const [active, inactive] = useMemo(() => [all.filter((tag) => tag.active), all.filter((tag) => !tag.active)], [all])
  const groups = useMemo(() => groupsOfTags(all).flatMap(({ id, name }) => (id === null ? [] : name)), [all])
  const found = foundTags(shown === 'active' ? active : inactive, text ?? '')
  const edited = all.find(({ id }) => id === editedId)
  return (
    <div className="stack setup-beside">
      <div ref={panel}>
        <Panel title="Tags of the company">
          <div className="row spaced row-tools">
            <SearchField label="Find a tag" value={text ?? ''} onValue={(next) => setText(next || undefined)} />
            <Choice
              label="Show"
              chosen={shown}
              onChoose={setShown}
              options={[
                { name: 'active', words: `Active ${count(active.length)}` },
                { name: 'inactive', words: `Inactive ${count(inactive.length)}` },
              ]}
            />
          </div>
          {found.length === 0 && <None shown={shown} text={text?.trim() ?? ''} onShowAll={() => setText(undefined)} />}
          {found.length > 0 && shown === 'active' && (
            <ActiveTags tags={found} names={places.names} onEdit={({ id }) => setEdited(id)} />
          )}
          {found.length > 0 && shown === 'inactive' && <InactiveTags tags={found} />}
        </Panel>
      </div>
      <Panel title="New tag">
        <NewTag groups={groups} />
      </Panel>
      {edited !== undefined && (
        <EditTag
          tag={edited}
          groups={groups}
          units={places.units}
          machines={places.machines}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  )
}

const below = (node: TreeNodeShape): TreeNodeShape[] => [node, ...node.children.flatMap(below)]

/**
 * Returns the units and machines to which a tag can be limited, as options, and their names by `o` or `e` and id (`e17`). Until
 * the company is loaded, the options are undefined and there are no names.
 */
function usePlaces() {
  const { data: company } = useQuery(companyQuery)
  const tree = company?.tree
  return useMemo(() => {
    if (tree === undefined) return { units: undefined, machines: undefined, names: new Map<string, string>() }
    const names = new Map(
      below(tree).flatMap(({ id, name, equipment }) => [
        [`o${id}`, name] as const,
        ...equipment.map((machine) => [`e${machine.id}`, machine.name] as const),
      ]),
    )
    return { units: unitOptions(tree), machines: machineOptions(tree), names }
  }, [tree])
}

interface NoneProps {
  shown: 'active' | 'inactive'
  text: string
  onShowAll: () => void
}

function None({ shown, text, onShowAll }: NoneProps) {
  if (text !== '')
    return (
      <Empty title={`No ${shown} tags`}>
        No {shown} tag contains “{text}”.{' '}
        <button type="button" className="link-button" onClick={onShowAll}>
          Show all
        </button>
      </Empty>
    )
  if (shown === 'inactive') return <Empty title="No inactive tags">A tag that you deactivate is listed here.</Empty>
  return <Empty title="No active tags">Add the first one with the form: people can then choose it for a run.</Empty>
}
