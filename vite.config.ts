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
        // The server names what a page starts with, and `Link` asks early for what comes next.
        modulePreload: false,
        rolldownOptions: {
          input: 'web/entry-client.tsx',
          // The frame, with all it stands on, and the kit of most pages make one file with React: small files compress
          // worse and cost a request each. (Measured: 85 kB for the menu instead of 92.)
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'house',
                  test: /node_modules|\/web\/frame\/|\/web\/ui\/(badge|picture|price|sheet|skeleton|stepper)/,
                },
              ],
            },
          },
        },
      },
}))
