export default function MenuPage() {
  return <h1>menu</h1>
}
