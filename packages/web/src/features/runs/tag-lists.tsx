import './tags.css'
import { updateTag } from '@millwatch/contract/http/runs-tags'
import { useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { fromIso } from '../../lib/clock.ts'
import { dateAndMinute } from '../../lib/dates.ts'
import { count } from '../../lib/format.ts'
import { useZone } from '../../scope/zone.ts'
import { Button } from '../../ui/button.tsx'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { type RowColumn, RowTable } from '../../ui/row-table.tsx'
import { useFocusBack } from '../../ui/use-focus-back.ts'
import { useWidth } from '../../ui/use-size.ts'
import { TagGroupName } from './tag-group-name.tsx'
import { tagMessages } from './tag-messages.ts'
import { lastDeactivated, offeredOn, rowsOfTags, type Tag, type TagGroup, type TagRow } from './tag-rows.ts'

/** Heights of a row and of a card of the lists, px. */
const ROW_PX = 44
const CARD_PX = 84
/** Width of a list below which it shows cards instead of rows, px. */
const CARDS_BELOW_PX = 600

function useCards() {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  return { box, areCards: width > 0 && width < CARDS_BELOW_PX }
}

interface ActiveTagsProps {
  tags: readonly Tag[]
  /** Names of units and machines by `o` or `e` followed by the id. */
  names: ReadonlyMap<string, string>
  onEdit: (tag: Tag) => void
}

const keyOfRow = (row: TagRow): string => (row.kind === 'group' ? `group ${row.group.id}` : `tag ${row.tag.id}`)

/** List of active tags under the headings of their groups, with buttons to edit and deactivate tags and to rename groups. */
export function ActiveTags({ tags, names, onEdit }: ActiveTagsProps) {
  const { box, areCards } = useCards()
  const [renamed, setRenamed] = useState<number>()
  const heading = (group: TagGroup) => (
    <GroupHeading
      group={group}
      isRenamed={group.id !== null && group.id === renamed}
      onRename={(isOpen) => setRenamed(isOpen ? (group.id ?? undefined) : undefined)}
    />
  )
  const name = (row: TagRow) => (row.kind === 'group' ? heading(row.group) : <TagName tag={row.tag} />)
  const offered = (row: TagRow) =>
    row.kind === 'tag' && (
      <span className="muted" title={offeredOn(row.tag, names)}>
        {offeredOn(row.tag, names)}
      </span>
    )
  const actions = (row: TagRow) => row.kind === 'tag' && <TagActions tag={row.tag} onEdit={onEdit} />
  const columns: RowColumn<TagRow>[] = [
    { name: 'name', head: 'Name', cell: name },
    { name: 'offered', head: 'Offered on', cell: offered },
    { name: 'actions', head: <span className="sr-only">Actions</span>, width: '180px', cell: actions },
  ]
  const card: RowColumn<TagRow>[] = [
    {
      name: 'tag',
      head: 'Tag',
      cell: (row) => (
        <div className="stack tight tag-card">
          {name(row)}
          {actions(row)}
        </div>
      ),
    },
  ]
  return (
    <div ref={box} className="small-buttons">
      <RowTable
        label="Active tags"
        columns={areCards ? card : columns}
        rows={rowsOfTags(tags)}
        rowPx={areCards ? CARD_PX : ROW_PX}
        areCards={areCards}
        keyOf={keyOfRow}
      />
    </div>
  )
}

const TagName = ({ tag }: { tag: Tag }) => (
  <span className="cut block" title={tag.name}>
    <bdi>{tag.name}</bdi>
  </span>
)

interface GroupHeadingProps {
  group: TagGroup
  isRenamed: boolean
  onRename: (isOpen: boolean) => void
}

function GroupHeading({ group, isRenamed, onRename }: GroupHeadingProps) {
  const opener = useFocusBack(isRenamed)
  if (isRenamed) return <TagGroupName group={group} onClose={() => onRename(false)} />
  return (
    <span className="line">
      <strong className="cut strong" title={group.name}>
        <bdi>{group.name}</bdi>
      </strong>
      <span className="note">{count(group.count)}</span>
      {group.id !== null && (
        <Button ref={opener} aria-label={`Rename ${group.name}`} onClick={() => onRename(true)}>
          Rename
        </Button>
      )}
    </span>
  )
}

const useTagChange = ({ id }: Tag) =>
  useSubmit({
    ...tagMessages,
    work: (active: boolean) => call(updateTag, { params: { id }, body: { active } }),
  })

function TagActions({ tag, onEdit }: { tag: Tag; onEdit: (tag: Tag) => void }) {
  const change = useTagChange(tag)
  return (
    <div className="line table-actions">
      <Button aria-label={`Edit ${tag.name}`} onClick={() => onEdit(tag)}>
        Edit
      </Button>
      <Button aria-label={`Deactivate ${tag.name}`} disabled={change.isPending} onClick={() => change.mutate(false)}>
        Deactivate
      </Button>
    </div>
  )
}

/** List of inactive tags, the one deactivated last first, with the date of the deactivation and a button to re-activate each. */
export function InactiveTags({ tags }: { tags: readonly Tag[] }) {
  const zone = useZone()
  const { box, areCards } = useCards()
  const date = (tag: Tag) => {
    const at = fromIso(tag.deactivated_at)
    return at === null ? '' : dateAndMinute(at, zone)
  }
  const group = ({ group_name }: Tag) => <span className="muted">{group_name ?? '—'}</span>
  const columns: RowColumn<Tag>[] = [
    { name: 'name', head: 'Name', cell: (tag) => <TagName tag={tag} /> },
    { name: 'group', head: 'Group', cell: group },
    { name: 'date', head: 'Date deactivated', width: '170px', cell: date },
    {
      name: 'actions',
      head: <span className="sr-only">Actions</span>,
      width: '130px',
      cell: (tag) => <Reactivate tag={tag} />,
    },
  ]
  const card: RowColumn<Tag>[] = [
    {
      name: 'tag',
      head: 'Tag',
      cell: (tag) => (
        <div className="stack tight tag-card">
          <span className="line">
            <TagName tag={tag} />
            <span className="note push">{date(tag)}</span>
          </span>
          <Reactivate tag={tag} />
        </div>
      ),
    },
  ]
  return (
    <div ref={box} className="small-buttons">
      <RowTable
        label="Inactive tags"
        columns={areCards ? card : columns}
        rows={lastDeactivated(tags)}
        rowPx={areCards ? CARD_PX : ROW_PX}
        areCards={areCards}
        keyOf={({ id }) => id}
      />
    </div>
  )
}

function Reactivate({ tag }: { tag: Tag }) {
  const change = useTagChange(tag)
  return (
    <div className="line table-actions">
      <Button aria-label={`Re-activate ${tag.name}`} disabled={change.isPending} onClick={() => change.mutate(true)}>
        Re-activate
      </Button>
    </div>
  )
}
