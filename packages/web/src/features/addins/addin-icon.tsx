import './addins.css'
import { useState } from 'react'
import type { Addin } from './queries.ts'

/** The picture of an add-in; where there is none, or it cannot be had, the first letter of its name. */
export function AddinIcon({ addin: { name, icon_url } }: { addin: Addin }) {
  const [failed, setFailed] = useState<string>()
  if (icon_url === null || icon_url === failed) {
    return (
      <span className="addin-letter" aria-hidden="true">
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
