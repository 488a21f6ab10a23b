using DotnetClient;

// dotnet run -- [address of the service] [user of the demo] [calls: shows the notes that begin with Call]
var address = new Uri(args.ElementAtOrDefault(0) ?? "http://127.0.0.1:3000");
var user = args.ElementAtOrDefault(1) ?? "nina.north";

var service = new Service(address, user);
if (args.ElementAtOrDefault(2) == "calls")
{
    await using var calls = new LiveList(
        service, "Note", new Clause(new Condition("Subject", "StartsWith", "Call")), "Subject");
    calls.Shown += rows => Console.WriteLine($"{rows.Count} calls: {string.Join(", ", rows.Values.Select(row => row["Subject"]))}");
    await calls.StartAsync();
    Console.WriteLine("The list follows what anyone writes. Press Enter to end.");
    Console.ReadLine();
    return;
}
await using var notes = new LiveEntity(service, "Note");
notes.Said += text => Console.WriteLine($"{DateTime.Now:HH:mm:ss}  {text}");
await notes.StartAsync();

Console.WriteLine("Type a subject and press Enter to insert a note. SLOW:5000 takes five seconds.");
while (Console.ReadLine() is { } subject)
{
    if (subject.Length > 0) await notes.InsertAsync(new() { ["Subject"] = subject });
}
