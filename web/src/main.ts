import { mount } from "svelte";
import "./fonts.css";
import "./app.css";
import App from "./App.svelte";

const target = document.querySelector("#app");
if (!target) throw new Error("index.html has no #app");

export default mount(App, { target });
