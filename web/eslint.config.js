import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["node_modules", "src/protocol/generated.ts"] },
  js.configs.recommended,
  ...ts.configs.strictTypeChecked,
  ...ts.configs.stylisticTypeChecked,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      globals: globals.browser,
      parserOptions: {
        projectService: true,
        extraFileExtensions: [".svelte"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "max-lines": ["error", 400],
      "max-lines-per-function": ["error", { max: 60, skipComments: true, skipBlankLines: true }],
      complexity: ["error", 12],
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: {
      // A component is one function to the linter; its parts are measured one by one.
      "max-lines-per-function": "off",
      // Addresses are hashes, made by `href`.
      "svelte/no-navigation-without-resolve": "off",
      // Reading a value for its effect on what is tracked is what `void` is for in an effect.
      "@typescript-eslint/no-meaningless-void-operator": "off",
      // Types of other components are seen by svelte-check only; to ESLint they are `any`.
      "@typescript-eslint/no-unsafe-argument": "off",
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-call": "off",
      "@typescript-eslint/no-unsafe-member-access": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
  { files: ["tests/**"], rules: { "max-lines-per-function": "off" } },
  { files: ["*.js", "public/*.js"], extends: [ts.configs.disableTypeChecked] },
);
