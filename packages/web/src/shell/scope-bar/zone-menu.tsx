import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNow } from '../../lib/clock.ts'
import { placeOf, zoneName } from '../../lib/zoned.ts'
import { useScope, useSetScope } from '../../scope/scope.ts'
import { zonesQuery } from '../../scope/zones.ts'
import { Menu } from '../../ui/menu.tsx'

interface ZoneMenuProps {
  zone: string
  /** Called to open the drawer, where the start of the day is chosen. */
  onMore: () => void
}

/** Button with the time zone of the scope, and a menu that sets it at once. */
export function ZoneMenu({ zone, onMore }: ZoneMenuProps) {
  const { timezone } = useScope()
  const setScope = useSetScope()
  const [isNear, setNear] = useState(false)
  // The names of the zones are read when somebody comes near the button.
  const { data: offered = [] } = useQuery({ ...zonesQuery, enabled: isNear })
  const shown = timezone ?? zone
  const place = placeOf(shown)
  const letters = zoneName(useNow(60_000), shown)
  const name = letters === place ? '' : letters
  const zones = [...new Set([...offered, ...(timezone === null ? [] : [timezone])])].sort()
  const groups = [
    [
      {
        key: 'own',
        words: `${placeOf(zone)}, as on this page`,
        isChosen: timezone === null,
        act: () => setScope({ timezone: null }),
      },
      ...zones.map((id) => ({
        key: id,
        words: id.replaceAll('_', ' '),
        isChosen: id === timezone,
        act: () => setScope({ timezone: id }),
      })),
    ],
    [{ key: 'more', words: 'Start of the day …', act: onMore }],
  ]
  return (
    <Menu label="Time zone" placement="bottom end" groups={groups} onNear={() => setNear(true)}>
      <button
        type="button"
        className="cut box inline near value scope-button scope-zone"
        aria-label={`Time zone: ${place} ${name}`.trim()}
        title={timezone === null ? shown : `${shown}, chosen instead of ${zone}`}
      >
        {place} {name !== '' && <span>{name}</span>}
      </button>
    </Menu>
  )
}
