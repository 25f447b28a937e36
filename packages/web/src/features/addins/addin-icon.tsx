import './addins.css'
import { useState } from 'react'
import type { Addin } from './queries.ts'

/** Icon of an add-in; the first letter of its name when it has no icon or the icon cannot be loaded. */
export function AddinIcon({ addin: { name, icon_url } }: { addin: Addin }) {
  const [failed, setFailed] = useState<string>()
  if (icon_url === null || icon_url === failed) {
    return (
      <span className="strong dense addin-letter" aria-hidden="true">
        {[...new Intl.Segmenter().segment(name)][0]?.segment.toUpperCase()}
      </span>
    )
  }
  return (
    <img
      className="addin-icon"
      src={icon_url}
      alt=""
      referrerPolicy="no-referrer"
      onError={() => setFailed(icon_url)}
    />
  )
}
