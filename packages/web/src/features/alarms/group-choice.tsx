import { useState } from 'react'
import { personName } from '../../lib/person-name.ts'
import { Button } from '../../ui/button.tsx'
import { CloseIcon, FoldIcon, GroupIcon } from '../../ui/icons.tsx'
import type { ManyNode } from '../../ui/many-tree.tsx'
import { ManyTree } from '../../ui/many-tree.tsx'
import { Opener } from '../../ui/opener.tsx'
import { ChannelIcons } from './channels.tsx'
import type { AlarmGroup, ListedAlarm } from './queries.ts'
import { useOtherSubscriptions } from './use-subscription.ts'
import { groupWords } from './words.ts'

interface GroupChoiceProps {
  alarm: ListedAlarm
  groups: readonly AlarmGroup[]
}

/**
 * List of the groups that are subscribed to an alarm, each with a button to remove it, and a tree of all groups to select them
 * in. A change is shown at once and sent; if it fails, the stored state is shown again.
 */
export function GroupChoice({ alarm, groups }: GroupChoiceProps) {
  const { addGroup, removeGroup } = useOtherSubscriptions(alarm.id)
  const [wanted, setWanted] = useState<ReadonlyMap<string, boolean>>(new Map())
  const names = new Map([
    ...groups.map(({ id, name }): [string, string] => [String(id), name]),
    ...alarm.RosterAlarms.map(({ Roster }): [string, string] => [String(Roster.id), Roster.name]),
  ])
  const stored = new Set(alarm.RosterAlarms.map(({ Roster }) => String(Roster.id)))
  const chosen = new Set([...names.keys()].filter((id) => wanted.get(id) ?? stored.has(id)))
  const toggle = async (id: string, isChosen: boolean): Promise<void> => {
    if (wanted.has(id)) return
    setWanted((present) => new Map(present).set(id, isChosen))
    const change = isChosen ? addGroup : removeGroup
    await change.mutateAsync(Number(id)).catch(() => undefined)
    setWanted((present) => new Map([...present].filter(([other]) => other !== id)))
  }
  return (
    <fieldset className="stack near" aria-busy={wanted.size > 0}>
      <legend className="second medium">Groups</legend>
      {chosen.size > 0 && (
        <ul className="wrap tight" aria-label="Subscribed groups">
          {[...chosen].map((id) => (
            <li key={id} className="inline tight any-break pick-chosen">
              <GroupIcon />
              <bdi>{names.get(id)}</bdi>
              <Button plain icon aria-label={`Remove ${names.get(id)}`} onClick={() => toggle(id, false)}>
                <CloseIcon size={14} />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Opener
          label="Groups of the company"
          content={() => (
            <ManyTree
              label="Groups"
              nodes={groups.map(nodeOf)}
              chosen={chosen}
              onToggle={toggle}
              empty="The company has no groups. Superusers make them under Settings, Groups."
            />
          )}
        >
          <GroupIcon />
          Choose groups
          <FoldIcon open />
        </Opener>
      </div>
    </fieldset>
  )
}

const nodeOf = (group: AlarmGroup): ManyNode => ({
  value: String(group.id),
  label: group.name,
  note: <span className="note">{groupWords(group)}</span>,
  children: group.RosterUsers.map((member) => ({
    value: `${group.id} ${member.user_id}`,
    label: personName(member.User),
    note: <ChannelIcons email={member.send_email} sms={member.send_sms} />,
  })),
})
