import { linkOf } from '@millwatch/domain/parts'

/** Number of a part; a link to the page about it, if it has one, which opens in another tab. */
export function PartLink({ part }: { part: { readonly number: string; readonly url: string | null } }) {
  const href = linkOf(part.url ?? '')
  if (typeof href !== 'string') return <bdi>{part.number}</bdi>
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      <bdi>{part.number}</bdi>
    </a>
  )
}
