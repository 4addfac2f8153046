/** The page for a browser whose cache lacks even the offline page. It loads no files. */
export const lastResort = `<!doctype html>
<html lang="en-NG">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>You are offline</title>
<h1>You are offline</h1>
<p>This page was not opened on this phone before, so it needs the network. Your cart is safe.
<p><a href="">Try again</a> · <a href="/cart">Your cart</a> · <a href="/orders">Your orders</a>
</html>`
