using System.Text.Json;

namespace DotnetClient;

/// <summary>
/// Keeps the rows of a query up to date: those that meet a clause and that the user may read. Changes bring the values, so
/// that the list is read when it begins, after a lost cursor and after a large transaction only.
/// </summary>
public sealed class LiveList : IAsyncDisposable
{
    private static readonly TimeSpan RepeatAfter = TimeSpan.FromMilliseconds(500);

    private readonly Service service;
    private readonly string entityName;
    private readonly Filter filter;
    private readonly LiveEntity live;
    private readonly Lock gate = new();

    private Dictionary<Guid, Dictionary<string, JsonElement>> rows = [];

    /// <summary>Changes that arrived while the rows were read; null at other times.</summary>
    private List<Change>? waiting;

    private int reads;

    /// <summary>The rows by their ids, after each change.</summary>
    public event Action<IReadOnlyDictionary<Guid, Dictionary<string, JsonElement>>>? Shown;

    public LiveList(Service service, string entityName, Clause clause, params string[] selectedFields)
    {
        (this.service, this.entityName) = (service, entityName);
        filter = new Filter(clause, [.. selectedFields.Union(["Id", "RowVersion"])]);
        live = new LiveEntity(service, entityName, filter);
        live.Changed += Receive;
        live.Reload += () => _ = ReadAsync();
    }

    public Task StartAsync() => live.StartAsync();

    public ValueTask DisposeAsync() => live.DisposeAsync();

    private void Receive(Change change)
    {
        lock (gate)
        {
            Accept(change);
            if (waiting is not null) return;
        }
        Shown?.Invoke(rows);
    }

    private void Accept(Change change)
    {
        if (waiting is not null) waiting.Add(change);
        // Large transactions have counts alone; a record that is too long for a message has no values.
        else if (change.Id is not { } id || change.Truncated) _ = ReadAsync();
        else Apply(change, id);
    }

    /// <summary>Applies a change unless the row was read after it.</summary>
    private void Apply(Change change, Guid id)
    {
        if (rows.TryGetValue(id, out var known) && known["RowVersion"].GetInt64() > change.RowVersion) return;
        var next = new Dictionary<Guid, Dictionary<string, JsonElement>>(rows);
        if (change.Cause == "Leave") next.Remove(id);
        else if (change.Record is { } record) next[id] = record;
        rows = next;
    }

    /// <summary>Reads all rows. The changes that arrive meanwhile are applied to them.</summary>
    private async Task ReadAsync()
    {
        int read;
        lock (gate)
        {
            read = ++reads;
            waiting ??= [];
        }
        while (true)
        {
            try
            {
                var found = await service.SelectAsync(entityName, filter);
                lock (gate)
                {
                    if (read != reads) return;
                    var arrived = waiting!;
                    (rows, waiting) = (found, null);
                    foreach (var change in arrived) Accept(change);
                }
                Shown?.Invoke(rows);
                return;
            }
            catch (HttpRequestException)
            {
                await Task.Delay(RepeatAfter);
            }
        }
    }
}
