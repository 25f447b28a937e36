export function MachinePage() {
  return <p>machine</p>
}
