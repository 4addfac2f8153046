import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  appType: 'custom',
  build: isSsrBuild
    ? {
        outDir: 'dist/render',
        rolldownOptions: { input: 'web/entry-render.tsx' },
      }
    : {
        outDir: 'dist/client',
        manifest: true,
        // A data: address would need a hole in the content policy.
        assetsInlineLimit: 0,
        rolldownOptions: { input: 'web/entry-client.tsx' },
      },
}))
