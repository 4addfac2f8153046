export default function DeskPage() {
  return <h1>desk</h1>
}
