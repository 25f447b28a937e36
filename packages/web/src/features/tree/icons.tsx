/** Line icons of the tree, in the colour of their text. */
function Icon({ children, size = 16 }: { children: React.ReactNode; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

const box = <path d="M3 4.5h14v3.5H3zM4.5 8v8h11V8" />

export const PlusIcon = () => (
  <Icon>
    <path d="M10 4v12M4 10h12" />
  </Icon>
)
/** Whose schedule: a calendar with the way up. */
export const InheritanceIcon = () => (
  <Icon>
    <path d="M3.5 5h13v11.5h-13zM3.5 8.5h13M7 3v3.5M13 3v3.5M10 15v-4M8.2 12.6 10 10.8l1.8 1.8" />
  </Icon>
)
export const ArchivedIcon = () => (
  <span className="tree-archived" title="Archived">
    <Icon size={13}>
      {box}
      <path d="M8.5 11h3" />
    </Icon>
  </span>
)
export const ShowArchivedIcon = () => (
  <Icon>
    {box}
    <path d="M8.5 11h3" />
  </Icon>
)
export const ArchiveIcon = () => (
  <Icon>
    {box}
    <path d="M10 10v4M8.2 12.4 10 14.2l1.8-1.8" />
  </Icon>
)
export const RestoreIcon = () => (
  <Icon>
    {box}
    <path d="M10 14.2v-4M8.2 11.8 10 10l1.8 1.8" />
  </Icon>
)
export const RemoveIcon = () => (
  <Icon>
    <path d="M4 5.5h12M8 5.5V3.5h4v2M5.5 5.5l.8 11h7.4l.8-11M8.5 8.5v5M11.5 8.5v5" />
  </Icon>
)
