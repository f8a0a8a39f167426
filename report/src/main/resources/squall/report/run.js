/** From calm to loud, and the maximum grey. */
const PERCENTILE_COLOURS = [2, 4, 1, 3, 6];

/** What is drawn: the view, the charts over time, and the place they stand in. */
let drawn = null;

/** Makes the charts of a run's page from the data that it carries. */
function drawRun(head, columns, place) {
  const run = readRun(head, columns);
  const view = new View(run.seconds, run.windows);
  const timed = timeCharts(run, view);
  place.replaceChildren(tools(view, run.windows, run.operations), ...timed.map((plot) => figure(plot, view)));
  const curves = document.getElementById("curve-chart");
  const all = [...timed];
  if (curves && run.curves.length > 0) {
    const plot = new CurvePlot("Latency by percentile", 260, run.curves);
    curves.replaceChildren(figure(plot, null));
    all.push(plot);
  }
  drawOutages(run.outages);
  new Address(view, run.operations);
  view.tell("range");
  followTable(view);
  drawn = { run, view, timed, place, all };
  return all;
}

/** What is in the columns, in the order in which they were written. */
function readRun(head, columns) {
  const run = { ...head };
  run.throughput = head.throughput.map((name) => ({ name, values: columns.next() }));
  run.errors = head.errors.map((name) => ({ name, values: columns.next() }));
  run.inFlight = columns.next();
  run.lag = columns.next((ms) => ms / 1000);
  run.latencyTimes = new Times(columns.next(), head.seconds);
  run.latency = head.operations.map(() => head.percentiles.map(() => columns.next((log) => Math.exp(log / head.logSteps))));
  run.heat = { ...head.heat, counts: columns.next() };
  run.servers = head.servers.map((chart) => ({
    ...chart,
    lines: chart.nodes.map((name) => ({ name, values: columns.next((n) => n / chart.divisor) })),
  }));
  return run;
}

function timeCharts(run, view) {
  const times = Times.regular(run.inFlight.length, run.step, run.seconds);
  const lines = (series) => series.map(({ name, values }, number) => ({ name, values, times, number }));
  const percentiles = run.percentiles.map((p, i) => ({
    name: p === 100 ? "max" : `p${p}`,
    values: run.latency[0][i],
    times: run.latencyTimes,
    number: PERCENTILE_COLOURS[i],
  }));
  const charts = [
    new Lanes("Windows, faults and events", run, view),
    new LinePlot("Throughput, acknowledged operations in a second", 190, run, view, lines(run.throughput), amount),
    new LatencyPlot("Latency", 230, run, view, percentiles, run.latency),
    new HeatPlot("Latency heat map, all operations", 190, run, view, run.heat),
  ];
  if (run.errors.length > 0) {
    charts.push(new LinePlot("Failed operations in a second by SQLSTATE and class", 130, run, view, lines(run.errors), amount));
  }
  charts.push(new LinePlot("In flight when the second ended", 100, run, view, lines([{ name: "operations", values: run.inFlight }]), amount));
  if (run.lag.some((lag) => lag > 0)) {
    const late = lines([{ name: "seconds behind", values: run.lag }]);
    charts.push(new LinePlot("Behind the schedule, in seconds", 100, run, view, late, amount));
  }
  for (const chart of run.servers) {
    const read = (values) => Times.regular(values.length, run.serverStep, run.seconds);
    const nodes = chart.lines.map(({ name, values }, number) => ({ name, values, times: read(values), number }));
    charts.push(new LinePlot(chart.title, 100, run, view, nodes, amount));
  }
  return charts;
}

/** The row of the window that is shown stands out. */
function followTable(view) {
  const mark = () =>
    document.querySelectorAll("#phases tbody tr").forEach((row, number) => row.classList.toggle("shown", number === view.window));
  view.on("range", mark);
  mark();
}

const firstDrawing = begin(drawRun);
