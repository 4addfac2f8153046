export default function PaymentPage() {
  return <h1>payment</h1>
}
