import { linkOf } from '@millwatch/domain/parts'

/** Number of a part, as a link to the web page of the part that opens a new tab; plain text if the part has no valid link. */
export function PartLink({ part }: { part: { readonly number: string; readonly url: string | null } }) {
  const href = linkOf(part.url ?? '')
  if (typeof href !== 'string') return <bdi>{part.number}</bdi>
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      <bdi>{part.number}</bdi>
    </a>
  )
}
