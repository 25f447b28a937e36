import './addins.css'
import { useState } from 'react'
import type { Addin } from './queries.ts'

/** Icon of an add-in. Without one, or when it cannot be loaded, the first letter of the add-in's name is shown. */
export function AddinIcon({ addin: { name, icon_url } }: { addin: Addin }) {
  const [failed, setFailed] = useState<string>()
  if (icon_url === null || icon_url === failed) {
    return (
      <span className="strong addin-letter" aria-hidden="true">
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
