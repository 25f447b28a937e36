import { createTag } from '@millwatch/contract/http/runs-tags'
import { byNaturalOrder } from '@millwatch/domain/tree'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useAfterPaint } from '../../lib/use-after-paint.ts'
import { useMay } from '../../scope/rights.ts'
import { useSubmit } from '../../ui/form/use-submit.ts'
import { PickMany } from '../../ui/pick-many.tsx'
import { tagsQuery } from './queries.ts'
import { NO_GROUP } from './tag-rows.ts'

interface TagsFieldProps {
  machineId: number
  chosen: readonly number[]
  onChosen: (ids: number[]) => void
}

/** Value of the option that adds the typed text as a new tag. */
const ADD = 'add'

/** Returns the tags as groups of options, sorted by the names of groups and then of tags; those without a group come last. */
function grouped(tags: readonly { id: number; name: string; group_name: string | null }[]) {
  const groups = Map.groupBy(tags, (tag) => tag.group_name ?? NO_GROUP)
  const names = [...groups.keys()].toSorted(
    (a, b) => Number(a === NO_GROUP) - Number(b === NO_GROUP) || byNaturalOrder(a, b),
  )
  return names.map((label) => ({
    label,
    options: (groups.get(label) ?? [])
      .toSorted((a, b) => byNaturalOrder(a.name, b.name))
      .map((tag) => ({ value: String(tag.id), label: tag.name })),
  }))
}

/**
 * Field that selects among the active tags of a machine, by group. For people who may do so, a typed name that none of them has
 * can be added to the company's tags, which is stored at once and selects the tag.
 */
export function TagsField({ machineId, chosen, onChosen }: TagsFieldProps) {
  const mayAdd = useMay()(createTag)
  const { data: tags, error } = useQuery({ ...tagsQuery(machineId), enabled: useAfterPaint() })
  const [search, setSearch] = useState('')
  const client = useQueryClient()
  const adding = useSubmit({
    work: async (name: string) => (await call(createTag, { body: { name } })).tag,
    done: 'New tag added successfully',
    failed: 'Error adding new tag',
    onDone: (tag) => {
      client.setQueryData(tagsQuery(machineId).queryKey, (cached) => cached && [...cached, tag])
      onChosen([...chosen, tag.id])
    },
  })
  const wanted = search.trim()
  const isKnown = tags?.some((tag) => tag.name.toLowerCase() === wanted.toLowerCase())
  const isNew = mayAdd && wanted !== '' && isKnown === false
  const options = [
    ...grouped((tags ?? []).filter((tag) => !chosen.includes(tag.id))),
    ...(isNew ? [{ label: 'New', options: [{ value: ADD, label: `Add tag “${wanted}”` }] }] : []),
  ]
  const none =
    error !== null
      ? error.message
      : tags === undefined
        ? 'Reading…'
        : tags.length === 0
          ? mayAdd
            ? 'No tags yet: type a name to add one'
            : 'No tags yet: an admin can add some'
          : 'No tag of that name'
  return (
    <PickMany
      label="Tag(s)"
      hint={mayAdd ? 'What the run is about: type to find, or to add' : 'What the run is about: type to find'}
      chosen={chosen.map((id) => ({ value: String(id), label: tags?.find((tag) => tag.id === id)?.name ?? '…' }))}
      options={options}
      disabled={adding.isPending}
      placeholder="Choose tags"
      empty={none}
      onTyped={setSearch}
      onAdd={(value) => {
        if (value === ADD) adding.mutate(wanted)
        else onChosen([...chosen, Number(value)])
      }}
      onRemove={(value) => onChosen(chosen.filter((id) => id !== Number(value)))}
    />
  )
}
